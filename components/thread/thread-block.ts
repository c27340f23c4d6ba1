import type { Thread } from "@/lib/api/contract/calls/threads";
import type { Workspace } from "@/lib/workspace/workspace";

/** Threads of a list are requested in blocks, so that scrolling by one row sends no request. */
export const THREADS_PER_BLOCK = 25;

/** Returns the key of what an operation says about a block of threads. A thread with new turns is asked about again. */
export const threadBlockKey = (
  { connectionId, projectId }: Workspace,
  operation: "calls.facets" | "calls.stats",
  block: readonly Thread[],
) => [
  "service",
  connectionId,
  operation,
  projectId,
  "by thread",
  block.map((thread) => [thread.thread_id, thread.last_turn_id, thread.last_updated]),
];
