"use client";

import { useKeptDraft } from "@/components/browser/use-kept-draft";
import { EMPTY_RUN } from "./run-draft";

/** The draft of a workspace, kept in this browser. */
export function useRunDraft(workspaceId: string) {
  return useKeptDraft(`heddle.training-run-draft.${workspaceId}`, EMPTY_RUN);
}
