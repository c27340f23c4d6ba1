"use client";

import { useEffect, useState } from "react";

/** The current time, updated every second while the page is visible; for ages and running durations. */
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
