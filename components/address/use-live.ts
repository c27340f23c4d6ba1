"use client";

import { parseAsBoolean, useQueryState } from "nuqs";

/** True while the open page loads new rows; on unless the address says otherwise. */
export function useLive(): { isLive: boolean; setIsLive: (isLive: boolean) => void } {
  const [isLive, setIsLive] = useQueryState("live", parseAsBoolean.withDefault(true));
  return { isLive, setIsLive: (next) => void setIsLive(next) };
}
