"use client";

import { useState } from "react";
import { EMPTY_RUN, type RunDraft, type RunDraftControl, readRunDraft } from "./run-draft";

/** The draft of a workspace, and how it changes. */
interface KeptRunDraft extends RunDraftControl {
  readonly replace: (draft: RunDraft) => void;
  readonly discard: () => void;
  /** False when the browser refuses to keep it. */
  readonly isKept: boolean;
}

function load(key: string): RunDraft {
  try {
    return readRunDraft(localStorage.getItem(key));
  } catch {
    // Storage may be disabled.
    return EMPTY_RUN;
  }
}

function keep(key: string, draft: RunDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The draft of a workspace, kept in this browser. */
export function useRunDraft(workspaceId: string): KeptRunDraft {
  const key = `heddle.training-run-draft.${workspaceId}`;
  const [draft, setDraft] = useState(() => load(key));
  const [isKept, setIsKept] = useState(true);
  const replace = (next: RunDraft) => {
    setDraft(next);
    setIsKept(keep(key, next));
  };
  return {
    draft,
    isKept,
    replace,
    change: (members) => replace({ ...draft, ...members }),
    discard: () => replace(EMPTY_RUN),
  };
}
