"use client";

import { useEffect } from "react";

/** While something runs that ends with the page, the browser asks before it is closed. */
export function useUnsavedWarning(isRunning: boolean): void {
  // The outside system is the browser's window.
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}
