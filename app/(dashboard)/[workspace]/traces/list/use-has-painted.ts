"use client";

import { useEffect, useState } from "react";

/**
 * Whether something has been on the screen for a frame. What else a page asks for waits for it: a service answers what is
 * asked at once at the same time, and so the rows later.
 */
export function useHasPainted(isThere: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false);
  if (!isThere && isPainted) setIsPainted(false);
  // The outside system is the screen.
  useEffect(() => {
    if (!isThere) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [isThere]);
  return isThere && isPainted;
}
