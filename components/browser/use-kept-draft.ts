"use client";

import { useState } from "react";
import { readKeptDraft } from "./kept-draft";

/** A draft, and how it changes. */
interface KeptDraft<Draft> {
  readonly draft: Draft;
  readonly change: (members: Partial<Draft>) => void;
  readonly replace: (draft: Draft) => void;
  readonly discard: () => void;
  /** False when the browser refuses to keep it. */
  readonly isKept: boolean;
}

function load<Draft extends object>(key: string, empty: Draft): Draft {
  try {
    return readKeptDraft(localStorage.getItem(key), empty);
  } catch {
    // Storage may be disabled.
    return empty;
  }
}

function keep(key: string, draft: object): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/**
 * A draft that is kept in this browser.
 *
 * @param preset what the page opens with; it is kept with the first change
 */
export function useKeptDraft<Draft extends object>(
  key: string,
  empty: Draft,
  preset: (draft: Draft) => Draft = (draft) => draft,
): KeptDraft<Draft> {
  const [draft, setDraft] = useState(() => preset(load(key, empty)));
  const [isKept, setIsKept] = useState(true);
  const replace = (next: Draft) => {
    setDraft(next);
    setIsKept(keep(key, next));
  };
  return {
    draft,
    isKept,
    replace,
    change: (members) => replace({ ...draft, ...members }),
    discard: () => replace(empty),
  };
}
