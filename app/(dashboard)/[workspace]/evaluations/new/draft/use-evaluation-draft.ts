"use client";

import { useKeptDraft } from "@/components/browser/use-kept-draft";
import { EMPTY_DRAFT, type EvaluationDraft } from "@/components/evaluation/setup/evaluation-draft";

/**
 * The draft of a workspace, kept in this browser.
 *
 * @param preset the initial draft, kept from the first change on
 */
export function useEvaluationDraft(workspaceId: string, preset?: (draft: EvaluationDraft) => EvaluationDraft) {
  return useKeptDraft(`heddle.evaluation-draft.${workspaceId}`, EMPTY_DRAFT, preset);
}
