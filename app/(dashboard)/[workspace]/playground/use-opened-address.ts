"use client";

import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { NOTHING_OPENED, playgroundParams } from "./search-params";

/**
 * Removes opened content from the URL: a shared request, a rollout, a prompt, a row and a table immediately, a call when the draft is
 * no longer of that call. A reload must not open it again over later edits.
 */
export function useOpenedAddress(draftCallId: string | null): void {
  const [{ call, request, rollout, prompt, row, table }, setParams] = useQueryStates(playgroundParams);
  const isOver =
    [request, rollout, prompt, row, table].some((id) => id !== null) || (call !== null && call !== draftCallId);
  // The external system is the URL.
  useEffect(() => {
    if (isOver) void setParams(NOTHING_OPENED, { history: "replace" });
  }, [isOver, setParams]);
}
