"use client";

import { readTurnTexts } from "@/lib/thread/read-turn-texts";
import type { Turn } from "@/lib/thread/thread-turns";
import type { TurnText } from "@/lib/thread/turn-text";
import type { Workspace } from "@/lib/workspace/workspace";
import { type Blocks, useBlocks } from "./use-blocks";

/** The text of the turns in a range of the list, as it loads. */
export function useTurnTexts(
  { connectionId, projectId }: Workspace,
  turns: readonly Turn[],
  range: { readonly first: number; readonly last: number },
): Blocks<TurnText> {
  return useBlocks(turns, range, {
    size: 20,
    // A turn that has ended has an answer now: its block then has another key.
    keyOf: (block) => [
      "service",
      connectionId,
      "turns.texts",
      projectId,
      block.map((turn) => [turn.id, turn.endedMs, turn.firstModelId, turn.lastModelId]),
    ],
    read: (block, signal) => readTurnTexts({ connectionId, projectId, signal }, block),
  });
}
