"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * Whether the page runs in the browser: false on the server, and while a part that the server drew is taken over, which
 * may be later for one part than for another.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
