"use client";

import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { NOTHING_OPENED, playgroundParams } from "./search-params";

/**
 * Takes what was opened out of the address: a shared request, a rollout and a prompt at once, a call when the draft is
 * not of that call any more. A reload must not open it again, over what was written since.
 */
export function useOpenedAddress(draftCallId: string | null): void {
  const [{ call, request, rollout, prompt }, setParams] = useQueryStates(playgroundParams);
  const isOver = request !== null || rollout !== null || prompt !== null || (call !== null && call !== draftCallId);
  // The outside system is the address.
  useEffect(() => {
    if (isOver) void setParams(NOTHING_OPENED, { history: "replace" });
  }, [isOver, setParams]);
}
