"use client";

import { useEffect, useState } from "react";

/** Charts that wait to be drawn for the first time, in the order in which they asked. */
const waiting = new Set<() => void>();
let isServing = false;

function serveNext(): void {
  const [next] = waiting;
  isServing = next !== undefined;
  if (next === undefined) return;
  waiting.delete(next);
  next();
  setTimeout(serveNext, 0);
}

/**
 * True once the component may be drawn for the first time: one component in a task of its own. Code that many charts
 * wait for arrives for all of them at once, and drawing all of them in one task blocks the page.
 */
export function useTurn(): boolean {
  const [isDue, setIsDue] = useState(false);
  // The outside system is the browser's task queue.
  useEffect(() => {
    const turn = () => setIsDue(true);
    waiting.add(turn);
    if (!isServing) {
      isServing = true;
      setTimeout(serveNext, 0);
    }
    return () => void waiting.delete(turn);
  }, []);
  return isDue;
}
