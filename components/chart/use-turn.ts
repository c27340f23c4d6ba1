"use client";

import { useEffect, useRef, useState } from "react";

/** Charts that wait to be drawn, in the order in which they asked. */
const waiting = new Set<() => void>();
let isServing = false;

function serveNext(): void {
  const [next] = waiting;
  isServing = next !== undefined;
  if (next === undefined) return;
  waiting.delete(next);
  next();
  // The chart library draws in the next frame what changed before it, all charts in one task.
  requestAnimationFrame(() => setTimeout(serveNext, 0));
}

/** Asks for a turn. A chart that already waits keeps its place. */
function waitForTurn(turn: () => void): void {
  waiting.add(turn);
  if (isServing) return;
  isServing = true;
  setTimeout(serveNext, 0);
}

/**
 * True once the component may be drawn for the first time: one component in each frame. Code that many charts wait for
 * arrives for all of them at once, and drawing all of them in one task blocks the page.
 */
export function useTurn(): boolean {
  const [isDue, setIsDue] = useState(false);
  // The outside system is the browser's task queue.
  useEffect(() => {
    const turn = () => setIsDue(true);
    waitForTurn(turn);
    return () => void waiting.delete(turn);
  }, []);
  return isDue;
}

/**
 * Returns a value that many charts share, as of the component's last turn: after a change the charts are drawn one
 * after the other, each in a frame of its own. A value that changes again before a chart's turn is skipped.
 */
export function useValueInTurn<Value>(value: Value): Value {
  const [drawn, setDrawn] = useState<{ readonly value: Value }>({ value });
  const newest = useRef(value);
  const [turn] = useState(() => () => setDrawn({ value: newest.current }));
  // The outside system is the browser's task queue.
  useEffect(() => {
    newest.current = value;
    if (!Object.is(value, drawn.value)) waitForTurn(turn);
  }, [value, drawn, turn]);
  useEffect(() => () => void waiting.delete(turn), [turn]);
  return drawn.value;
}
