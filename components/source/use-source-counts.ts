"use client";

import { useQuery } from "@tanstack/react-query";
import { serviceQuery } from "@/lib/api/client/service-query";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import type { RequestOf } from "@/lib/api/contract/operations";
import { countOf, formatCount } from "@/lib/format/count";

/** The calls whose sources are counted, without a condition on the source. */
export type CountedCalls = Pick<RequestOf<"calls.stats">, "project_id" | "filter" | "query" | "after" | "before">;

export interface SourceCounts {
  /** Calls by source, most first; null until they are counted. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly hasFailed: boolean;
}

/** Returns a number of calls as text, with its noun where the page is about other things. */
export const sourceCount = (count: number, unit: string | undefined): string =>
  unit === undefined ? formatCount(count) : countOf(count, unit);

/** Counts calls by where they come from. */
export function useSourceCounts(connectionId: string, calls: CountedCalls): SourceCounts {
  const body = { ...calls, groups: [{ by: "source", limit: callSources.length }] };
  const { data, isError } = useQuery(serviceQuery(connectionId, "calls.stats", body));
  const values = data?.groups[0]?.values.map(({ value, call_count: count }) => [value ?? "", count] as const);
  return { counts: values === undefined ? null : new Map(values), hasFailed: isError };
}
