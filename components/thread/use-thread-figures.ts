"use client";

import { callOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { LoadedRows } from "@/lib/thread/loaded-rows";
import { figuresByThread, type ThreadFigures } from "@/lib/thread/thread-figures";
import type { Workspace } from "@/lib/workspace/workspace";
import { type BlockQuery, useBlocks } from "./use-blocks";

/** Rows are requested in blocks, so that scrolling by one row sends no request. */
const BLOCK_SIZE = 25;

/** Returns the figures of a range of the list's threads, as they load. */
export function useThreadFigures(
  { connectionId, projectId }: Workspace,
  threads: readonly Thread[],
  range: { readonly first: number; readonly last: number },
): LoadedRows<ThreadFigures> {
  const query: BlockQuery<Thread, ThreadFigures> = {
    size: BLOCK_SIZE,
    // A thread with new turns has other figures.
    keyOf: (block) => [
      "service",
      connectionId,
      "calls.stats",
      projectId,
      "by thread",
      block.map((thread) => [thread.thread_id, thread.last_turn_id, thread.last_updated]),
    ],
    async read(block, signal) {
      const ids = block.map(({ thread_id }) => thread_id);
      const groups = [{ by: "thread_id", limit: BLOCK_SIZE }];
      const body = { project_id: projectId, filter: { thread_ids: ids }, groups };
      const { groups: counted } = await callOperation(connectionId, "calls.stats", { body, signal });
      return figuresByThread(ids, counted[0]?.values ?? []);
    },
  };
  const { byId, failure } = useBlocks(threads, range, query);
  return { byId, hasFailed: failure !== null, isUnsupported: failure?.kind === "unsupported" };
}
