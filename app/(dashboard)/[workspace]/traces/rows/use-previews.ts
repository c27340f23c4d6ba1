"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { blocksOfCalls } from "@/components/calls/previews/row-blocks";
import { useBlockPreviews } from "@/components/calls/previews/use-block-previews";
import { useScores } from "@/components/score/use-scores";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { PathValue } from "@/lib/calls/path-columns";
import { type FoundExcerpts, readFoundExcerpts, readPathValues } from "@/lib/calls/read-previews";
import type { LoadedScores } from "@/lib/score/row-scores";

export interface PathValues {
  readonly byCall: ReadonlyMap<string, ReadonlyMap<string, PathValue>>;
  /** Values of some rows could not be loaded. */
  readonly hasFailed: boolean;
}

type Results<Value> = QueryObserverResult<readonly (readonly [string, Value])[]>[];

const combineValues = (results: Results<ReadonlyMap<string, PathValue>>): PathValues => ({
  byCall: new Map(results.flatMap((result) => result.data ?? [])),
  hasFailed: results.some(({ isError }) => isError),
});

/** Rows of the list that are on screen. */
export type RowsOnScreen = {
  connectionId: string;
  projectId: string;
  calls: readonly Call[];
  range: { first: number; last: number };
  /** Missing values are requested. */
  isEnabled: boolean;
};

/** Returns the scores of the calls between two rows of the list, as they arrive. */
export function useRowScores({ connectionId, projectId, calls, range, isEnabled }: RowsOnScreen): LoadedScores {
  const { first, last } = range;
  const blocks = useMemo(
    () => (isEnabled ? blocksOfCalls(calls, { first, last }).map(({ ids }) => ({ call_ids: [...ids] })) : []),
    [calls, first, last, isEnabled],
  );
  return useScores({ connectionId, projectId }, blocks);
}

/** Returns short inputs and outputs of the calls between two rows of the list, as they arrive. */
export function usePreviews({ connectionId, projectId, calls, range, isEnabled }: RowsOnScreen) {
  const { first, last } = range;
  const blocks = useMemo(() => blocksOfCalls(calls, { first, last }), [calls, first, last]);
  return useBlockPreviews({ connectionId, projectId, blocks, isEnabled });
}

const combineExcerpts = (results: Results<FoundExcerpts>): ReadonlyMap<string, FoundExcerpts> =>
  new Map(results.flatMap((result) => result.data ?? []));

/** Returns what is around a searched text in the calls between two rows of the list, as it arrives. */
export function useFoundExcerpts({ connectionId, projectId, calls, range, isEnabled }: RowsOnScreen, words: string) {
  const { first, last } = range;
  const blocks = useMemo(
    () => (words === "" ? [] : blocksOfCalls(calls, { first, last })),
    [calls, first, last, words],
  );
  return useQueries({
    queries: blocks.map(({ ids, running }) => ({
      queryKey: ["service", connectionId, "calls.preview", "found", projectId, words, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readFoundExcerpts({ connectionId, projectId, ids, signal }, words),
      enabled: isEnabled,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: combineExcerpts,
  });
}

/** Returns values inside the calls between two rows of the list, by call and by path, as they arrive. */
export function usePathValues(
  { connectionId, projectId, calls, range, isEnabled }: RowsOnScreen,
  paths: readonly string[],
): PathValues {
  const { first, last } = range;
  const blocks = useMemo(
    () => (paths.length === 0 ? [] : blocksOfCalls(calls, { first, last })),
    [calls, first, last, paths.length],
  );
  return useQueries({
    queries: blocks.map(({ ids, running }) => ({
      queryKey: ["service", connectionId, "calls.preview", "values", projectId, paths, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPathValues({ connectionId, projectId, ids, signal }, paths),
      enabled: isEnabled,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: combineValues,
  });
}
