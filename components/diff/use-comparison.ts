"use client";

import { useQuery } from "@tanstack/react-query";
import { compareValues, type DiffMode } from "@/lib/diff/compare-values";
import { runInTimeSlices } from "@/lib/scheduling/run-in-time-slices";

/** A value with a unique name: a digest. */
export interface NamedValue {
  readonly key: string;
  readonly value: unknown;
}

const CACHE_TIME_MS = 60_000;

/** Compares two values, in slices that keep the page responsive; waits while a side is null. */
export function useComparison(left: NamedValue | null, right: NamedValue | null, mode: DiffMode) {
  return useQuery({
    queryKey: ["comparison", left?.key, right?.key, mode],
    queryFn: ({ signal }) => runInTimeSlices(compareValues(left?.value, right?.value, mode), signal),
    enabled: left !== null && right !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
    // Lines are never refetched; structural sharing would compare megabytes of them for nothing.
    structuralSharing: false,
  });
}
