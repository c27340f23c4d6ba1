"use client";

import { useQuery } from "@tanstack/react-query";
import { compareValues, type DiffMode } from "@/lib/diff/compare-values";
import { runInTimeSlices } from "@/lib/scheduling/run-in-time-slices";

/** A value with a name that is its own: a digest. */
export interface NamedValue {
  readonly key: string;
  readonly value: unknown;
}

const CACHE_TIME_MS = 60_000;

/** The comparison of two values, worked out in slices while the page stays alive; null sides wait. */
export function useComparison(left: NamedValue | null, right: NamedValue | null, mode: DiffMode) {
  return useQuery({
    queryKey: ["comparison", left?.key, right?.key, mode],
    queryFn: ({ signal }) => runInTimeSlices(compareValues(left?.value, right?.value, mode), signal),
    enabled: left !== null && right !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TIME_MS,
    // Lines are never asked for again; comparing megabytes of them with their copies would be for nothing.
    structuralSharing: false,
  });
}
