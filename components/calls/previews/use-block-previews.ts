"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { type CallPreviewTexts, readPreviews } from "@/lib/calls/read-previews";
import type { Block } from "./row-blocks";

export type Previews = ReadonlyMap<string, CallPreviewTexts>;

const combinePreviews = (results: QueryObserverResult<readonly (readonly [string, CallPreviewTexts])[]>[]) => ({
  previews: new Map(results.flatMap((result) => result.data ?? [])) as Previews,
  /** Each block has loaded or failed. */
  areSettled: results.every(({ isPending }) => !isPending),
});

type BlockPreviewsOptions = {
  connectionId: string;
  projectId: string;
  blocks: readonly Block[];
  /** Missing values are requested. */
  isEnabled: boolean;
};

/** Returns short inputs and outputs of blocks of calls, as they arrive. */
export function useBlockPreviews({ connectionId, projectId, blocks, isEnabled }: BlockPreviewsOptions) {
  return useQueries({
    queries: blocks.map(({ ids, running }) => ({
      queryKey: ["service", connectionId, "calls.preview", projectId, ids, running],
      queryFn: ({ signal }: { signal: AbortSignal }) => readPreviews({ connectionId, projectId, ids, signal }),
      enabled: isEnabled,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: combinePreviews,
  });
}
