"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** The loaded data of a list's items, by item id. */
export interface Blocks<Value> {
  readonly byId: ReadonlyMap<string, Value>;
  readonly failure: ServiceFailure | null;
  /** Retries the blocks that failed. */
  readonly retry: () => void;
}

/** The query of a block; another key is another query. */
export interface BlockQuery<Item, Value> {
  readonly size: number;
  readonly keyOf: (items: readonly Item[]) => readonly unknown[];
  readonly read: (items: readonly Item[], signal: AbortSignal) => Promise<ReadonlyMap<string, Value>>;
}

/** Loads large values of the items in a range of a list, in blocks of neighbors, as they come near the viewport. */
export function useBlocks<Item, Value>(
  items: readonly Item[],
  range: { readonly first: number; readonly last: number },
  { size, keyOf, read }: BlockQuery<Item, Value>,
): Blocks<Value> {
  const firstBlock = Math.floor(Math.max(0, range.first) / size);
  const lastBlock = Math.floor(Math.max(0, range.last) / size);
  const blocks = useMemo(() => {
    const found: (readonly Item[])[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const inside = items.slice(block * size, (block + 1) * size);
      if (inside.length > 0) found.push(inside);
    }
    return found;
  }, [items, size, firstBlock, lastBlock]);
  return useQueries({
    queries: blocks.map((block) => ({
      queryKey: keyOf(block),
      queryFn: ({ signal }: { signal: AbortSignal }) => read(block, signal),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: combineBlocks<Value>,
  });
}

function combineBlocks<Value>(results: QueryObserverResult<ReadonlyMap<string, Value>>[]): Blocks<Value> {
  const failed = results.filter((result) => result.isError);
  const [first] = failed;
  return {
    byId: new Map(results.flatMap(({ data }) => [...(data ?? [])])),
    failure: first ? failureOf(first.error) : null,
    retry: () => {
      for (const result of failed) void result.refetch();
    },
  };
}
