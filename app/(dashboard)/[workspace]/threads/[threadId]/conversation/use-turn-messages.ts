"use client";

import { useMemo } from "react";
import { type Blocks, useBlocks } from "@/components/thread/use-blocks";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { readSentMessages, readTurnMessages } from "@/lib/thread/read-turn-messages";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

/** The messages shown for a turn: those said in it, or all that its last model call sent and answered. */
export const messageForms = ["said", "sent"] as const;

export type TurnMessageForm = (typeof messageForms)[number];

type TurnMessagesOptions = {
  turns: readonly Turn[];
  /** All calls of the thread, by turn. */
  calls: ReadonlyMap<string, readonly Call[]>;
  form: TurnMessageForm;
  range: { readonly first: number; readonly last: number };
};

/** Loads the messages of a range of turns of a thread. */
export function useTurnMessages(
  { connectionId, projectId }: Workspace,
  { turns, calls, form, range }: TurnMessagesOptions,
): Blocks<readonly ChatMessage[]> {
  const entries = useMemo(() => turns.map((turn) => ({ turn, inside: calls.get(turn.id) ?? [] })), [turns, calls]);
  return useBlocks(entries, range, {
    size: 10,
    // A call that has ended now has an output, so its block is a new query.
    keyOf: (block) => [
      "service",
      connectionId,
      "turns.messages",
      projectId,
      form,
      block.map(({ turn, inside }) => [turn.id, inside.length, inside.filter((call) => call.ended_at).length]),
    ],
    read: (block, signal) => {
      const address = { connectionId, projectId, signal };
      if (form === "sent") return readSentMessages(address, new Map(block.map(({ turn }) => [turn.id, turn])));
      return readTurnMessages(address, new Map(block.map(({ turn, inside }) => [turn.id, inside])));
    },
  });
}
