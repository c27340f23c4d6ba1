"use client";

import { parseAsBoolean, useQueryState } from "nuqs";

/** Whether new rows are looked for while the page is open; on unless the address says otherwise. */
export function useLive(): { isLive: boolean; setIsLive: (isLive: boolean) => void } {
  const [isLive, setIsLive] = useQueryState("live", parseAsBoolean.withDefault(true));
  return { isLive, setIsLive: (next) => void setIsLive(next) };
}
