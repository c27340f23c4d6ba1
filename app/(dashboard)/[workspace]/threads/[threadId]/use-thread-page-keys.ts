"use client";

import { useKeys } from "@/components/layout/keyboard";
import type { Turn } from "../prepare-thread-turns";
import { useThreadPlace } from "./use-thread-place";

type ThreadPageKeys = {
  slug: string;
  turns: readonly Turn[];
  turnId: string | null;
  onTurnChange: (id: string) => void;
};

/** The keys of the thread page, as its feet name them. */
export function useThreadPageKeys({ slug, turns, turnId, onTurnChange }: ThreadPageKeys): void {
  const place = useThreadPlace(slug);
  const index = turns.findIndex(({ id }) => id === turnId);
  const step = (by: 1 | -1) => {
    const next = turns[Math.max(0, index + by)];
    if (next) onTurnChange(next.id);
  };
  const press = (label: string) => () => document.querySelector<HTMLElement>(`a[aria-label="${label}"]`)?.click();
  useKeys({
    ArrowDown: () => step(1),
    j: () => step(1),
    ArrowUp: () => step(-1),
    k: () => step(-1),
    n: () => {
      const after = [...turns.slice(index + 1), ...turns.slice(0, index + 1)];
      const failed = after.find((turn) => turn.status === "error");
      if (failed) onTurnChange(failed.id);
    },
    "[": press("Previous thread"),
    "]": press("Next thread"),
    t: () => {
      const turn = turns[Math.max(0, index)];
      if (turn) place.toTrace(turn.id);
    },
    Escape: place.toList,
  });
}
