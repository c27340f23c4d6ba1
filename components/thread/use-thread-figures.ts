"use client";

import { callOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { LoadedRows } from "@/lib/thread/loaded-rows";
import { figuresByThread, type ThreadFigures } from "@/lib/thread/thread-figures";
import type { Workspace } from "@/lib/workspace/workspace";
import { THREADS_PER_BLOCK, threadBlockKey } from "./thread-block";
import { type BlockQuery, useBlocks } from "./use-blocks";

/** Returns the figures of a range of the list's threads, as they load. */
export function useThreadFigures(
  workspace: Workspace,
  threads: readonly Thread[],
  range: { readonly first: number; readonly last: number },
): LoadedRows<ThreadFigures> {
  const { connectionId, projectId } = workspace;
  const query: BlockQuery<Thread, ThreadFigures> = {
    size: THREADS_PER_BLOCK,
    keyOf: (block) => threadBlockKey(workspace, "calls.stats", block),
    async read(block, signal) {
      const ids = block.map(({ thread_id }) => thread_id);
      const groups = [{ by: "thread_id", limit: THREADS_PER_BLOCK }];
      const body = { project_id: projectId, filter: { thread_ids: ids }, groups };
      const { groups: counted } = await callOperation(connectionId, "calls.stats", { body, signal });
      return figuresByThread(ids, counted[0]?.values ?? []);
    },
  };
  const { byId, failure } = useBlocks(threads, range, query);
  return { byId, hasFailed: failure !== null, isUnsupported: failure?.kind === "unsupported" };
}
