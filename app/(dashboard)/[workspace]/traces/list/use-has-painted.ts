"use client";

import { useEffect, useState } from "react";

/**
 * True once something has been on screen for a frame. The page's other requests wait for it: a service processes
 * simultaneous requests in parallel, which delays the rows.
 */
export function useHasPainted(isThere: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false);
  if (!isThere && isPainted) setIsPainted(false);
  // The external system is the screen.
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
