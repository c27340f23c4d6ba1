"use client";

import { useEffect } from "react";

/** Makes the browser ask before closing the page while something runs that would end with it. */
export function useUnsavedWarning(isRunning: boolean): void {
  // The outside system is the browser's window.
  useEffect(() => {
    if (!isRunning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isRunning]);
}
