"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ProjectAddress } from "./read-scores";

/** Scores are added while a page is open; a list of this age is still good for suggestions and columns. */
const STALE_MS = 30_000;

const NONE: readonly ProjectScore[] = [];

/** The scores of a project, those with most values first, and whether the service knows scores. */
export interface ProjectScores {
  /** None until they have loaded, and none where the service does not list scores. */
  readonly scores: readonly ProjectScore[];
  /** The service knows no scores, and filters threads by id only; false until that is known. */
  readonly isUnsupported: boolean;
}

/** Returns query options of the scores of a project. */
export function projectScoresQuery({ connectionId, projectId }: ProjectAddress) {
  return { ...serviceQuery(connectionId, "scores.list", { project_id: projectId }), staleTime: STALE_MS, retry: false };
}

/** Returns the scores of a project. */
export function useProjectScores({ connectionId, projectId }: ProjectAddress): ProjectScores {
  const { data, error } = useQuery(projectScoresQuery({ connectionId, projectId }));
  const isUnsupported = error !== null && failureOf(error).kind === "unsupported";
  return useMemo(() => ({ scores: data?.scores ?? NONE, isUnsupported }), [data, isUnsupported]);
}
