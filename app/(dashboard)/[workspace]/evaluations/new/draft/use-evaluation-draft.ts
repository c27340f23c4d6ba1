"use client";

import { useState } from "react";
import type { DraftControl } from "@/components/evaluation/setup/draft-control";
import { EMPTY_DRAFT, type EvaluationDraft, readDraft } from "@/components/evaluation/setup/evaluation-draft";

/** The draft of a workspace, and how it changes. */
interface KeptDraft extends DraftControl {
  readonly discard: () => void;
  /** False when the browser refuses to keep it. */
  readonly isKept: boolean;
}

function load(key: string): EvaluationDraft {
  try {
    return readDraft(localStorage.getItem(key));
  } catch {
    // Storage may be disabled.
    return EMPTY_DRAFT;
  }
}

function keep(key: string, draft: EvaluationDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * The draft of a workspace, kept in this browser.
 *
 * @param preset what the page opens with; it is kept with the first change
 */
export function useEvaluationDraft(
  workspaceId: string,
  preset: (draft: EvaluationDraft) => EvaluationDraft = (draft) => draft,
): KeptDraft {
  const key = `heddle.evaluation-draft.${workspaceId}`;
  const [draft, setDraft] = useState(() => preset(load(key)));
  const [isKept, setIsKept] = useState(true);
  const replace = (next: EvaluationDraft) => {
    setDraft(next);
    setIsKept(keep(key, next));
  };
  return {
    draft,
    isKept,
    change: (members) => replace({ ...draft, ...members }),
    discard: () => replace(EMPTY_DRAFT),
  };
}
