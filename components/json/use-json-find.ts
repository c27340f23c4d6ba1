"use client";

import { useEffect, useState } from "react";
import { useFindWords } from "@/components/find/find-words";
import { failureOf, isAbort } from "@/lib/api/client/request-failure";
import { LazyValue } from "@/lib/json/lazy/lazy-value";
import { extendSegment, hitAt, type JsonHit, type Segment, searchValue, totalOf } from "@/lib/json/lines/line-search";

const SEARCH_DELAY_MS = 200;

export interface JsonFind {
  readonly words: string;
  readonly setWords: (words: string) => void;
  /** False while the text is that of the page's search, which marks it and brings its first place into view. */
  readonly isOwn: boolean;
  /** The number of matches; null while no search is active. */
  readonly total: number | null;
  /** The index of the current match, from 0. */
  readonly index: number;
  readonly hit: JsonHit | null;
  readonly isSearching: boolean;
  /** The reason why the search failed. */
  readonly problem: string | null;
  readonly step: (by: 1 | -1) => void;
}

interface Found {
  readonly words: string;
  readonly segments: readonly Segment[];
}

/**
 * Searches a value while the user types, and moves between matches. Pages of matches load when they are reached. Until
 * the user types, the text is that of the page's search.
 */
export function useJsonFind(value: unknown): JsonFind {
  const page = useFindWords();
  const [own, setOwn] = useState<string | null>(null);
  const words = own ?? (mustAsk(value) ? "" : page.words);
  const [found, setFound] = useState<Found | null>(null);
  const [index, setIndex] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  // The outside systems are the clock and the service.
  useEffect(() => {
    setProblem(null);
    setIndex(0);
    if (words === "") {
      setFound(null);
      return;
    }
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      searchValue(value, words, leaving.signal).then(
        (segments) => setFound({ words, segments }),
        (error: unknown) => {
          if (!leaving.signal.aborted && !isAbort(error)) setProblem(failureOf(error).message);
        },
      );
    }, SEARCH_DELAY_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [value, words]);

  const current = found?.words === words ? found : null;
  const shown = current ? hitAt(current.segments, index) : undefined;
  const extend = shown && "extend" in shown ? shown.extend : null;
  useEffect(() => {
    const segment = extend === null ? undefined : current?.segments[extend];
    if (!current || !segment) return;
    const leaving = new AbortController();
    extendSegment(segment, current.words, leaving.signal).then(
      (longer) => setFound({ ...current, segments: current.segments.with(extend ?? 0, longer) }),
      (error: unknown) => {
        if (!leaving.signal.aborted) setProblem(failureOf(error).message);
      },
    );
    return () => leaving.abort();
  }, [current, extend]);

  const total = current ? totalOf(current.segments) : null;
  return {
    words,
    setWords: setOwn,
    isOwn: own !== null,
    total,
    index,
    problem,
    hit: shown && !("extend" in shown) ? shown : null,
    isSearching: words !== "" && problem === null && (current === null || extend !== null),
    step: (by) => {
      // Going back from the first match would need every page in between.
      if (!total) return;
      setOwn(words);
      setIndex(Math.max(0, index + by) % total);
    },
  };
}

/** A value that loads completely when it is searched: only the user decides that. */
function mustAsk(value: unknown): boolean {
  return value instanceof LazyValue && value.facts.needsConfirmation;
}
