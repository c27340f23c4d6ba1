"use client";

import { useState } from "react";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
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

/**
 * A draft that is kept in this browser.
 *
 * @param preset the initial draft, kept from the first change on
 */
export function useKeptDraft<Draft extends object>(
  key: string,
  empty: Draft,
  preset: (draft: Draft) => Draft = (draft) => draft,
): KeptDraft<Draft> {
  const [draft, setDraft] = useState(() => preset(readKeptDraft(readStored(key), empty)));
  const [isKept, setIsKept] = useState(true);
  const replace = (next: Draft) => {
    setDraft(next);
    setIsKept(writeStored(key, JSON.stringify(next)));
  };
  return {
    draft,
    isKept,
    replace,
    change: (members) => replace({ ...draft, ...members }),
    discard: () => replace(empty),
  };
}
