"use client";

import { useEffect, useState } from "react";

/** The time, renewed every second while the page is on the screen: ages and running durations stand on it. */
export function useNow(everyMs = 1000): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  // The outside system is the clock.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setNowMs(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return nowMs;
}
