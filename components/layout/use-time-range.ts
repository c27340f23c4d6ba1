"use client";

import { parseAsString, useQueryStates } from "nuqs";
import { useMemo } from "react";
import { readTimeRange, type TimeRange, type TimeRangeParams } from "./time-range";

const params = { t: parseAsString, from: parseAsString, to: parseAsString };

/** The time range in the address, and a way to change it. */
export function useTimeRange(): { range: TimeRange; setRange: (params: TimeRangeParams) => void } {
  const [{ t, from, to }, setParams] = useQueryStates(params, { history: "push" });
  const range = useMemo(() => readTimeRange({ t, from, to }), [t, from, to]);
  return { range, setRange: (next) => void setParams(next) };
}
