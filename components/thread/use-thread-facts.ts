"use client";

import { callOperation } from "@/lib/api/client/service-client";
import type { Thread } from "@/lib/api/contract/calls/threads";
import type { LoadedRows } from "@/lib/thread/loaded-rows";
import { FACT_FIELDS, factsByThread, type ThreadFacts } from "@/lib/thread/thread-facts";
import type { Workspace } from "@/lib/workspace/workspace";
import { THREADS_PER_BLOCK, threadBlockKey } from "./thread-block";
import { type BlockQuery, useBlocks } from "./use-blocks";

/** More names of one thread are in none of its cells. */
const MAX_NAMES = 100;

/** Returns the users and tools of a range of the list's threads, as they load. */
export function useThreadFacts(
  workspace: Workspace,
  threads: readonly Thread[],
  range: { readonly first: number; readonly last: number },
): LoadedRows<ThreadFacts> {
  const { connectionId, projectId } = workspace;
  const query: BlockQuery<Thread, ThreadFacts | null> = {
    size: THREADS_PER_BLOCK,
    keyOf: (block) => threadBlockKey(workspace, "calls.facets", block),
    async read(block, signal) {
      const ids = block.map(({ thread_id }) => thread_id);
      const of = { project_id: projectId, filter: { thread_ids: ids }, by_thread: true };
      const body = { ...of, fields: [...FACT_FIELDS], limit: MAX_NAMES };
      const { facets } = await callOperation(connectionId, "calls.facets", { body, signal });
      return factsByThread(ids, facets) ?? new Map(ids.map((id) => [id, null]));
    },
  };
  const { byId, failure } = useBlocks(threads, range, query);
  const known = [...byId].flatMap(([id, facts]) => (facts === null ? [] : [[id, facts] as const]));
  return {
    byId: new Map(known),
    hasFailed: failure !== null,
    isUnsupported: failure?.kind === "unsupported" || known.length < byId.size,
  };
}
