"use client";

import { useQueryState } from "nuqs";
import { useEffect } from "react";
import { playgroundParams } from "./search-params";

/** Takes a call out of the address once the draft is not of that call any more: a reload must not open it again. */
export function useCallAddress(draftCallId: string | null): void {
  const [callId, setCallId] = useQueryState("call", playgroundParams.call);
  // The outside system is the address.
  useEffect(() => {
    if (callId !== null && callId !== draftCallId) void setCallId(null, { history: "replace" });
  }, [callId, draftCallId, setCallId]);
}
