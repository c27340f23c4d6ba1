"use client";

import { useRouter } from "next/navigation";
import { useKeys } from "@/components/layout/keyboard";
import type { Workspace } from "@/components/layout/use-workspace";
import type { Turn } from "./prepare-thread-turns";

type TurnKeys = {
  workspace: Workspace;
  turns: readonly Turn[];
  turnId: string | null;
  onTurnChange: (id: string) => void;
};

/** Up and down walk the turns while the conversation is open; T opens the trace of the turn. */
export function useTurnKeys({ workspace, turns, turnId, onTurnChange }: TurnKeys): void {
  const router = useRouter();
  const step = (by: 1 | -1) => {
    const from = turns.findIndex((turn) => turn.id === turnId);
    const next = turns[Math.max(0, from + by)];
    if (next) onTurnChange(next.id);
  };
  useKeys({
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    t: () => {
      const turn = turns.find(({ id }) => id === turnId) ?? turns[0];
      if (turn) router.push(`/${workspace.slug}/traces/${encodeURIComponent(turn.id)}`);
    },
  });
}
