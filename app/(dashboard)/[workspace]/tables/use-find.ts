"use client";

import { useEffect, useState } from "react";
import type { TableRow } from "@/lib/api/contract/tables";
import { findWords, rowContains } from "./prepare-find";

/** Rows that are searched before the page may draw again. */
const SLICE_ROWS = 3000;

export interface Finding {
  /** Positions of rows with the words, ascending. */
  readonly matches: readonly number[];
  /** Rows that were searched. */
  readonly searchedCount: number;
}

const nothing: Finding = { matches: [], searchedCount: 0 };

/** Looks for words in the loaded rows, in slices, and goes on as rows arrive. */
export function useFind(rows: readonly TableRow[], count: number, text: string): Finding & { readonly words: string } {
  const words = findWords(text);
  const [found, setFound] = useState<Finding & { rows: readonly TableRow[]; words: string }>({
    ...nothing,
    rows,
    words,
  });
  const isCurrent = found.rows === rows && found.words === words;
  const current = isCurrent ? found : nothing;
  const { searchedCount, matches } = current;
  // The outside system is the event loop: the next slice waits until the page has drawn.
  useEffect(() => {
    if (words === "" || searchedCount >= count) return;
    const timer = setTimeout(() => {
      const end = Math.min(count, searchedCount + SLICE_ROWS);
      const more: number[] = [];
      for (let index = searchedCount; index < end; index += 1) {
        const row = rows[index];
        if (row && rowContains(row, words)) more.push(index);
      }
      setFound({ rows, words, searchedCount: end, matches: more.length === 0 ? matches : [...matches, ...more] });
    }, 0);
    return () => clearTimeout(timer);
  }, [rows, count, words, searchedCount, matches]);
  return { ...current, words };
}
