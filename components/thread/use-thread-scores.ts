"use client";

import { useMemo } from "react";
import { useScores } from "@/components/score/use-scores";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { LoadedScores } from "@/lib/score/row-scores";
import type { Workspace } from "@/lib/workspace/workspace";

/** Rows are requested in blocks, so that scrolling by one row sends no request. */
const BLOCK_SIZE = 50;

/** Returns the scores of a range of the list's threads, as they load. */
export function useThreadScores(
  workspace: Workspace,
  threads: readonly Thread[],
  range: { readonly first: number; readonly last: number },
): LoadedScores {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(-1, range.last) / BLOCK_SIZE);
  const blocks = useMemo(() => {
    const found: { thread_ids: string[] }[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const ids = threads.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE).map(({ thread_id }) => thread_id);
      if (ids.length > 0) found.push({ thread_ids: ids });
    }
    return found;
  }, [threads, firstBlock, lastBlock]);
  return useScores(workspace, blocks);
}
