"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** A pointer that only passes by, or clicks at once, does not open actions. */
const HOVER_DELAY_MS = 300;

/** Returns the target under a resting pointer; null while it moves on. */
export function useHoverIntent() {
  const [restingOn, setRestingOn] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pointAt = useCallback((id: string | null) => {
    clearTimeout(timer.current);
    setRestingOn(null);
    if (id !== null) timer.current = setTimeout(() => setRestingOn(id), HOVER_DELAY_MS);
  }, []);
  // The outside system is the clock.
  useEffect(() => () => clearTimeout(timer.current), []);
  return { restingOn, pointAt };
}
