"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChatMessage } from "@/components/chat/chat-message";
import type { Workspace } from "@/components/layout/use-workspace";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls";
import type { ServiceFailure } from "@/lib/api/contract/service-error";
import { readTurnMessages } from "./read-turn-messages";

/** Payloads may be large: turns are read in blocks, as they come near the screen. */
const BLOCK_SIZE = 10;

type Block = ReadonlyMap<string, readonly ChatMessage[]>;

export interface TurnMessages {
  readonly byTurn: Block;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

function combine(results: QueryObserverResult<Block>[]): TurnMessages {
  const failed = results.filter((result) => result.isError);
  const [first] = failed;
  return {
    byTurn: new Map(results.flatMap(({ data }) => [...(data ?? [])])),
    failure: first ? failureOf(first.error) : null,
    retry: () => {
      for (const result of failed) void result.refetch();
    },
  };
}

/** The messages of the turns between two of a thread, as they come. `calls` are all calls of the thread. */
export function useTurnMessages(
  { connectionId, projectId }: Workspace,
  turnIds: readonly string[],
  calls: ReadonlyMap<string, readonly Call[]>,
  range: { readonly first: number; readonly last: number },
): TurnMessages {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(0, range.last) / BLOCK_SIZE);
  const blocks = useMemo(() => {
    const found: (readonly (readonly [string, readonly Call[]])[])[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const inside = turnIds.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
      if (inside.length > 0) found.push(inside.map((id) => [id, calls.get(id) ?? []] as const));
    }
    return found;
  }, [turnIds, calls, firstBlock, lastBlock]);
  return useQueries({
    queries: blocks.map((block) => ({
      // A call that has ended has an output now: its block is another question then.
      queryKey: [
        "service",
        connectionId,
        "turns.messages",
        projectId,
        block.map(([id, inside]) => [id, inside.length, inside.filter((call) => call.ended_at).length]),
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readTurnMessages({ connectionId, projectId, signal }, new Map(block)),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  });
}
