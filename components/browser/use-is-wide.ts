"use client";

import { useSyncExternalStore } from "react";

/** Same as the variant `lg`: a list and the details of its selection fit side by side. */
const WIDE = "(min-width: 1024px)";

function subscribe(notify: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener("change", notify);
  return () => query.removeEventListener("change", notify);
}

/** Returns true while the window has space for a list and the details of its selection. */
export function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WIDE).matches,
    () => false,
  );
}
