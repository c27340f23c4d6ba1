"use client";

import { useQuery } from "@tanstack/react-query";
import { appQuery } from "@/lib/api/client/app-client";
import type { Reviewer } from "@/lib/review/labels";

const NONE: readonly Reviewer[] = [];

/** The users who may review: those with an account that can write. Empty until loaded. */
export function useReviewers(): readonly Reviewer[] {
  const { data } = useQuery(appQuery("users.list", {}));
  return data?.members.filter(({ role, isDisabled }) => role !== "viewer" && !isDisabled) ?? NONE;
}

/** Returns the name of a reviewer: of an account, or what the service knows. */
export function reviewerName(reviewers: readonly Reviewer[], id: string): string {
  const reviewer = reviewers.find((each) => each.id === id || each.email === id);
  return reviewer === undefined ? id || "unknown reviewer" : reviewer.name;
}
