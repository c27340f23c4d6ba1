"use client";

import { useQueryStates } from "nuqs";
import { useEffect } from "react";
import { playgroundParams } from "./search-params";

/** Takes a call, and the models beside it, out of the address once the draft is not of that call any more: a reload must not open it again. */
export function useCallAddress(draftCallId: string | null): void {
  const [{ call: callId }, setParams] = useQueryStates(playgroundParams);
  // The outside system is the address.
  useEffect(() => {
    if (callId !== null && callId !== draftCallId) void setParams({ call: null, model: null }, { history: "replace" });
  }, [callId, draftCallId, setParams]);
}
