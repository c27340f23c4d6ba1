"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/**
 * True once the component runs in the browser: false on the server and during hydration, which may end later for one
 * component than for another.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
