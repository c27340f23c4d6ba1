"use client";

import { useRef } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { useThreadNavigation } from "@/components/thread/use-thread-navigation";
import type { Turn } from "@/lib/thread/thread-turns";

type ThreadPageKeys = {
  slug: string;
  turns: readonly Turn[];
  turnId: string | null;
  /** Resolves when the address is updated. */
  onTurnChange: (id: string) => Promise<unknown>;
};

/** The keys of the thread page, as shown in its footers. */
export function useThreadPageKeys({ slug, turns, turnId, onTurnChange }: ThreadPageKeys): void {
  const place = useThreadNavigation(slug);
  // A navigation that begins before the address includes the last step would be undone by that step.
  const stepped = useRef<Promise<unknown>>(Promise.resolve());
  const leave = (go: () => void) => void stepped.current.then(go);
  const index = turns.findIndex(({ id }) => id === turnId);
  const step = (by: 1 | -1) => {
    const next = turns[Math.max(0, index + by)];
    if (next) stepped.current = onTurnChange(next.id);
  };
  const press = (label: string) => () =>
    leave(() => document.querySelector<HTMLElement>(`a[aria-label="${label}"]`)?.click());
  useKeys("thread", {
    ArrowDown: () => step(1),
    j: () => step(1),
    ArrowUp: () => step(-1),
    k: () => step(-1),
    n: () => {
      const after = [...turns.slice(index + 1), ...turns.slice(0, index + 1)];
      const failed = after.find((turn) => turn.status === "error");
      if (failed) stepped.current = onTurnChange(failed.id);
    },
    "[": press("Previous thread"),
    "]": press("Next thread"),
    t: () => {
      const turn = turns[Math.max(0, index)];
      if (turn) leave(() => place.toTrace(turn.id));
    },
  });
  useKeys("everywhere", { Escape: () => leave(place.toList) });
}
