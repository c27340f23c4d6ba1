"use client";

import { useRef } from "react";
import { useKeys } from "@/components/keyboard/use-keys";
import { useMessageForm } from "@/components/markdown/message-form";
import { useThreadNavigation } from "@/components/thread/use-thread-navigation";
import type { Turn } from "@/lib/thread/thread-turns";

type ThreadPageKeys = {
  slug: string;
  turns: readonly Turn[];
  turnId: string | null;
  /** Resolves when the address is updated. */
  onTurnChange: (id: string) => Promise<unknown>;
  /** Moves the focus into the search. */
  onFind: () => void;
};

/** The keys of the thread page, as shown in its footers. */
export function useThreadPageKeys({ slug, turns, turnId, onTurnChange, onFind }: ThreadPageKeys): void {
  const place = useThreadNavigation(slug);
  const [form, setForm] = useMessageForm();
  // A navigation that begins before the address includes the last step would be undone by that step.
  const stepped = useRef<Promise<unknown>>(Promise.resolve());
  // The turn of a step that the address does not include yet, so that a second press continues from it.
  const pending = useRef<string | null>(null);
  const leave = (go: () => void) => void stepped.current.then(go);
  const choose = (id: string) => {
    pending.current = id;
    stepped.current = onTurnChange(id).finally(() => {
      if (pending.current === id) pending.current = null;
    });
  };
  const indexOfChosen = () => turns.findIndex(({ id }) => id === (pending.current ?? turnId));
  const step = (by: 1 | -1) => {
    const next = turns[Math.max(0, indexOfChosen() + by)];
    if (next) choose(next.id);
  };
  const press = (label: string) => () =>
    leave(() => document.querySelector<HTMLElement>(`a[aria-label="${label}"]`)?.click());
  useKeys("thread", {
    ArrowDown: () => step(1),
    j: () => step(1),
    ArrowUp: () => step(-1),
    k: () => step(-1),
    n: () => {
      const next = indexOfChosen() + 1;
      const after = [...turns.slice(next), ...turns.slice(0, next)];
      const failed = after.find((turn) => turn.status === "error");
      if (failed) choose(failed.id);
    },
    v: () => setForm(form === "raw" ? "rendered" : "raw"),
    "[": press("Previous thread"),
    "]": press("Next thread"),
    t: () => {
      const turn = turns[Math.max(0, indexOfChosen())];
      if (turn) leave(() => place.toTrace(turn.id));
    },
    p: () => {
      const callId = turns[Math.max(0, indexOfChosen())]?.lastModelId;
      if (callId) leave(() => place.toPlayground(callId));
    },
  });
  useKeys("everywhere", { "/": onFind, Escape: () => leave(place.toList) });
}
