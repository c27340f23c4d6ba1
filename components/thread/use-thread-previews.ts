"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { readThreadPreviews, type ThreadPreview, type ThreadPreviews } from "@/lib/thread/read-thread-previews";

/** Rows are requested in blocks, so that scrolling by one row sends no request. */
const BLOCK_SIZE = 25;

type Block = ReadonlyMap<string, ThreadPreview>;

function combine(results: QueryObserverResult<Block>[], blocks: readonly (readonly Thread[])[]): ThreadPreviews {
  const failures = new Map<string, string>();
  let isUnsupported = false;
  results.forEach(({ error }, index) => {
    if (!error) return;
    const failure = failureOf(error);
    isUnsupported ||= failure.kind === "unsupported";
    for (const { thread_id } of blocks[index] ?? []) failures.set(thread_id, failure.message);
  });
  return { byThread: new Map(results.flatMap(({ data }) => [...(data ?? [])])), failures, isUnsupported };
}

/** First and last messages of a range of the list's threads, as they load. */
export function useThreadPreviews(
  connectionId: string,
  projectId: string,
  threads: readonly Thread[],
  range: { readonly first: number; readonly last: number },
): ThreadPreviews {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(-1, range.last) / BLOCK_SIZE);
  const blocks = useMemo(() => {
    const found: (readonly Thread[])[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const inside = threads.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
      if (inside.length > 0) found.push(inside);
    }
    return found;
  }, [threads, firstBlock, lastBlock]);
  const combined = useCallback((results: QueryObserverResult<Block>[]) => combine(results, blocks), [blocks]);
  return useQueries({
    queries: blocks.map((block) => ({
      // A thread with new turns has another last message: its block then has another key.
      queryKey: [
        "service",
        connectionId,
        "threads.previews",
        projectId,
        block.map((thread) => [thread.thread_id, thread.last_turn_id, thread.last_updated]),
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) => readThreadPreviews({ connectionId, projectId, signal }, block),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine: combined,
  });
}
