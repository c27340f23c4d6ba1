"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { readTimeRange, type TimeRange, type TimeRangeParams } from "@/lib/filter/time-range";
import { rememberTimeRange } from "./remembered-time-range";

/** The names in the address, which no page may give to anything else: both would change at once. */
export const timeRangeParams = { t: parseAsString, from: parseAsString, to: parseAsString };

interface ChosenTime {
  readonly range: TimeRange;
  /** The relative range in the address, also while a start and an end within it are chosen. */
  readonly t: string | null;
  readonly setRange: (params: TimeRangeParams) => void;
}

/** Returns the time range in the address and a function that changes it. */
export function useTimeRange(): ChosenTime {
  const [{ t, from, to }, setParams] = useQueryStates(timeRangeParams, { history: "push" });
  const range = useMemo(() => readTimeRange({ t, from, to }), [t, from, to]);
  const setRange = (next: TimeRangeParams) => {
    rememberTimeRange(next);
    void setParams(next);
  };
  return { range, t, setRange };
}
