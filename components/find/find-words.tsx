"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { foundPattern } from "@/lib/filter/found-pattern";
import { valueContains } from "@/lib/json/lines/value-contains";

/** The text that a page searches for in the contents it shows. */
export interface FindWords {
  /** Empty without a search. */
  readonly words: string;
  /** Null without a search. */
  readonly pattern: RegExp | null;
}

const NONE: FindWords = { words: "", pattern: null };

const FindWordsContext = createContext(NONE);

/** Passes the searched text to all components in it, so that folded and cut contents open where they have it. */
export function FindWordsProvider({ words, children }: { words: string; children: ReactNode }) {
  const searched = useMemo(() => {
    const pattern = foundPattern(words);
    return pattern === null ? NONE : { words: words.trim(), pattern };
  }, [words]);
  return <FindWordsContext value={searched}>{children}</FindWordsContext>;
}

export function useFindWords(): FindWords {
  return useContext(FindWordsContext);
}

/** The position in a text after the first place of the searched text; 0 where there is none. */
export function useFoundEnd(text: string): number {
  const { pattern } = useFindWords();
  return useMemo(() => {
    const first = pattern === null ? undefined : text.matchAll(pattern).next().value;
    return first === undefined ? 0 : first.index + first[0].length;
  }, [text, pattern]);
}

/** True for a value with the searched text in a name or a value. */
export function useIsFound(value: unknown): boolean {
  const { pattern } = useFindWords();
  return useMemo(() => pattern !== null && valueContains(value, pattern), [value, pattern]);
}
