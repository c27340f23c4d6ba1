"use client";

import { useMemo } from "react";
import { type Blocks, useBlocks } from "@/components/thread/use-blocks";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { readTurnMessages } from "@/lib/thread/read-turn-messages";
import type { Workspace } from "@/lib/workspace/workspace";

/** Loads the messages of a range of turns of a thread. `calls` are all calls of the thread. */
export function useTurnMessages(
  { connectionId, projectId }: Workspace,
  turnIds: readonly string[],
  calls: ReadonlyMap<string, readonly Call[]>,
  range: { readonly first: number; readonly last: number },
): Blocks<readonly ChatMessage[]> {
  const turns = useMemo(() => turnIds.map((id) => [id, calls.get(id) ?? []] as const), [turnIds, calls]);
  return useBlocks(turns, range, {
    size: 10,
    // A call that has ended now has an output, so its block is a new query.
    keyOf: (block) => [
      "service",
      connectionId,
      "turns.messages",
      projectId,
      block.map(([id, inside]) => [id, inside.length, inside.filter((call) => call.ended_at).length]),
    ],
    read: (block, signal) => readTurnMessages({ connectionId, projectId, signal }, new Map(block)),
  });
}
