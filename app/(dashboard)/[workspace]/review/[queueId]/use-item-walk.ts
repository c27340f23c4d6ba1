"use client";

import { useQueryStates } from "nuqs";
import { useState } from "react";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { reviewParams } from "./review-params";

/** The address of the end of the queue. */
const DONE = "done";

/**
 * The item of a queue that the page shows, and the ways to others.
 *
 * @param nextOpen returns the index of the item after a given one that the reader can review
 */
export function useItemWalk(items: readonly QueueItem[], nextOpen: (index: number) => number) {
  const [{ item, show }, setParams] = useQueryStates(reviewParams, { history: "push" });
  const [visited, setVisited] = useState<readonly string[]>([]);
  const [first] = useState(() => items[nextOpen(-1)]?.id ?? null);
  const currentId = item ?? first;
  const index = items.findIndex(({ id }) => id === currentId);
  const goTo = (id: string | null) => {
    if (currentId !== null && id !== currentId)
      setVisited([...visited.filter((each) => each !== currentId), currentId]);
    void setParams({ item: id });
  };
  const goBack = () => {
    const last = visited.at(-1);
    if (last === undefined) return;
    setVisited(visited.slice(0, -1));
    void setParams({ item: last });
  };
  /** Without a way back: the item is gone. */
  const leave = () => {
    setVisited(visited.filter((id) => id !== currentId));
    void setParams({ item: items[index + 1]?.id ?? items[index - 1]?.id ?? null }, { history: "replace" });
  };
  return {
    currentId,
    index,
    current: items[index],
    /** True where the address names an item that the queue does not have. */
    isUnknown: index === -1 && currentId !== null && currentId !== DONE,
    show,
    setShow: (next: typeof show) => void setParams({ show: next }),
    goTo,
    goNext: () => goTo(items[nextOpen(index)]?.id ?? DONE),
    canGoBack: visited.length > 0,
    goBack,
    leave,
  };
}
