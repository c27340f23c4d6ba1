"use client";

import { parseAsBoolean, useQueryState } from "nuqs";
import { useCallback, useState } from "react";

/**
 * True while the page shows how to send the first call in place of the list. It stays until a call arrives, so that a
 * refresh of the list does not discard a key that was just created.
 */
export function useFirstStart(isEmpty: boolean, hasCalls: boolean) {
  const [isWanted, setIsWanted] = useQueryState("start", parseAsBoolean.withDefault(true));
  const [phase, setPhase] = useState<"unknown" | "first" | "arrived">("unknown");
  if (isEmpty && phase === "unknown") setPhase("first");
  if (hasCalls && phase !== "arrived") setPhase("arrived");
  const arrive = useCallback(() => setPhase("arrived"), []);
  return {
    isShown: phase === "first" && isWanted,
    arrive,
    skip: () => void setIsWanted(false),
    show: () => void setIsWanted(null),
  };
}
