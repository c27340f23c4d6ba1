"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TurnText } from "@/components/chat/prepare-turn-text";
import type { Workspace } from "@/components/layout/use-workspace";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/service-error";
import type { Turn } from "./prepare-thread-turns";
import { readTurnTexts } from "./read-turn-texts";

/** Payloads may be large: turns are read in blocks, as they come near the screen. */
const BLOCK_SIZE = 20;

type Block = ReadonlyMap<string, TurnText>;

export interface TurnTexts {
  readonly byTurn: ReadonlyMap<string, TurnText>;
  readonly failure: ServiceFailure | null;
  readonly retry: () => void;
}

function combine(results: QueryObserverResult<Block>[]): TurnTexts {
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

/** The words of the turns between two of the list, as they come. */
export function useTurnTexts(
  { connectionId, projectId }: Workspace,
  turns: readonly Turn[],
  range: { readonly first: number; readonly last: number },
): TurnTexts {
  const firstBlock = Math.floor(Math.max(0, range.first) / BLOCK_SIZE);
  const lastBlock = Math.floor(Math.max(0, range.last) / BLOCK_SIZE);
  const blocks = useMemo(() => {
    const found: (readonly Turn[])[] = [];
    for (let block = firstBlock; block <= lastBlock; block += 1) {
      const inside = turns.slice(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE);
      if (inside.length > 0) found.push(inside);
    }
    return found;
  }, [turns, firstBlock, lastBlock]);
  return useQueries({
    queries: blocks.map((block) => ({
      // A turn that has ended has an answer now: its block is another question then.
      queryKey: [
        "service",
        connectionId,
        "turns.texts",
        projectId,
        block.map((turn) => [turn.id, turn.endedMs, turn.firstModelId, turn.lastModelId]),
      ],
      queryFn: ({ signal }: { signal: AbortSignal }) => readTurnTexts({ connectionId, projectId, signal }, block),
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    })),
    combine,
  });
}
