"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import type { Turn } from "@/lib/thread/thread-turns";
import type { Workspace } from "@/lib/workspace/workspace";

type TurnKeys = {
  workspace: Workspace;
  turns: readonly Turn[];
  turnId: string | null;
  /** Resolves when the address is updated. */
  onTurnChange: (id: string) => Promise<unknown>;
};

/** Up and down move between turns while the conversation is open; T opens the trace of the turn. */
export function useTurnKeys({ workspace, turns, turnId, onTurnChange }: TurnKeys): void {
  const router = useRouter();
  // A navigation that begins before the address includes the last step would be undone by that step.
  const stepped = useRef<Promise<unknown>>(Promise.resolve());
  const step = (by: 1 | -1) => {
    const from = turns.findIndex((turn) => turn.id === turnId);
    const next = turns[Math.max(0, from + by)];
    if (next) stepped.current = onTurnChange(next.id);
  };
  useKeys("threads", {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    t: () => {
      const turn = turns.find(({ id }) => id === turnId) ?? turns[0];
      if (!turn) return;
      const href = `/${workspace.slug}/traces/${encodeURIComponent(turn.id)}`;
      void stepped.current.then(() => router.push(href));
    },
  });
}
