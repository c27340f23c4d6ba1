"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useEffect } from "react";
import { timeRangeParamsOf } from "@/lib/filter/time-range";
import { readChoice, TIME_COOKIE } from "@/lib/workspace/personal-cookies";

const params = { t: parseAsString, from: parseAsString, to: parseAsString };

/** Adds the last chosen range to an address without one: this pane opens without a request to the server. */
export function useKeptTimeRange(): void {
  const [{ t, from, to }, setParams] = useQueryStates(params, { history: "replace" });
  const hasRange = t !== null || from !== null || to !== null;
  // The outside system is the address.
  useEffect(() => {
    const chosen = readChoice(TIME_COOKIE) ?? "";
    if (!hasRange && chosen !== "") void setParams(timeRangeParamsOf(chosen));
  }, [hasRange, setParams]);
}
