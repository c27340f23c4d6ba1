"use client";

import { type QueryObserverResult, useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { blocksOfCalls } from "@/components/calls/previews/row-blocks";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { RequestOf } from "@/lib/api/contract/operations";
import { parseTime } from "@/lib/format/time";
import { needsTraceTotal, type TraceTotal } from "./prepare-row-tokens";
import type { RowsOnScreen } from "./use-previews";

/** Clocks of several machines differ: a call may start before its root. */
const CLOCK_SLACK_MS = 3_600_000;

export type TraceTotals = ReadonlyMap<string, TraceTotal>;

/** Connections that do not compute figures by trace: no further blocks are requested from them. */
const withoutTotals = new Set<string>();

type Entries = readonly (readonly [string, TraceTotal])[];

/**
 * Returns the usage of the traces of the rows on screen whose roots do not report it. One request per block of rows; if
 * a service does not support it, the figures stay unknown.
 */
export function useTraceTotals({
  connectionId,
  projectId,
  calls,
  range: { first, last },
  isEnabled,
}: RowsOnScreen): TraceTotals {
  const blocks = useMemo(() => {
    const byId = new Map(calls.map((call) => [call.id, call]));
    return blocksOfCalls(calls, { first, last }).flatMap(({ ids, running }) => {
      const silent = ids.flatMap((id) => byId.get(id) ?? []).filter(needsTraceTotal);
      return silent.length > 0 ? [{ silent, running }] : [];
    });
  }, [calls, first, last]);
  return useQueries({
    queries: blocks.map(({ silent, running }) => {
      const traceIds = silent.map((call) => call.trace_id);
      return {
        queryKey: ["service", connectionId, "calls.stats", "traces", projectId, traceIds, running],
        queryFn: ({ signal }: { signal: AbortSignal }) => readTotals(connectionId, projectId, silent, signal),
        enabled: isEnabled,
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
      };
    }),
    combine,
  });
}

const combine = (results: QueryObserverResult<Entries>[]): TraceTotals =>
  new Map(results.flatMap(({ data }) => data ?? []));

async function readTotals(
  connectionId: string,
  projectId: string,
  roots: readonly Call[],
  signal: AbortSignal,
): Promise<Entries> {
  const traceIds = [...new Set(roots.map((call) => call.trace_id))];
  const firstMs = Math.min(...roots.map((call) => parseTime(call.started_at) ?? 0));
  const body = {
    project_id: projectId,
    filter: { trace_ids: traceIds },
    after: new Date(Math.max(0, firstMs - CLOCK_SLACK_MS)).toISOString(),
    groups: [{ by: "trace_id", limit: traceIds.length }],
  };
  if (withoutTotals.has(connectionId)) return [];
  const groups = await readGroups(connectionId, body, signal);
  return (groups[0]?.values ?? []).flatMap(({ value, usage, cost_usd: costUsd }): Entries[number][] => {
    // A trace without model calls has unknown tokens rather than zero.
    if (value === null || usage.total_tokens + usage.prompt_tokens + usage.completion_tokens === 0) return [];
    const total = {
      tokensIn: usage.prompt_tokens,
      tokensCached: usage.cache_read_input_tokens,
      tokensOut: usage.completion_tokens,
      costUsd,
    };
    return [[value, total]];
  });
}

async function readGroups(connectionId: string, body: RequestOf<"calls.stats">, signal: AbortSignal) {
  try {
    return (await callOperation(connectionId, "calls.stats", { body, signal })).groups;
  } catch (error) {
    if (failureOf(error).kind !== "unsupported") throw error;
    withoutTotals.add(connectionId);
    return [];
  }
}
