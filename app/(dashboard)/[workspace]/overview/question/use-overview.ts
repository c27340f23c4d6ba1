"use client";

import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import type { QueryProblem } from "@/lib/filter/query-text";
import { comparableResult } from "./comparable-result";
import { widthForFewCalls } from "./prepare-bucket-width";
import { type OverviewRequest, statsBody } from "./prepare-overview-request";

/** With live updates, this page keeps a service busy for a tenth of the time at most. */
const REFRESH_INTERVAL_FACTOR = 10;
const MIN_REFRESH_INTERVAL_MS = 5000;
/** Without calls, the interval is short, so that the first one shows quickly. */
const FIRST_CALL_POLL_INTERVAL_MS = 1000;

interface Answer {
  readonly result: CallsFiguresResult;
  readonly requestedAtMs: number;
  readonly durationMs: number;
}

/** For components that only show the response. */
export interface OverviewAnswer {
  /** Null until the first response. */
  readonly answer: Answer | null;
  readonly failure: ServiceFailure | null;
}

/** For components that can also refresh. */
export interface RefreshedAnswer extends OverviewAnswer {
  /** True while the figures belong to the previous request. */
  readonly isStale: boolean;
  readonly refresh: () => void;
}

export interface Overview extends RefreshedAnswer {
  /** Terms of the query that cannot be asked. With one of them there are no figures: they would be those of other calls. */
  readonly problems: readonly QueryProblem[];
}

async function requestFigures(connectionId: string, question: OverviewRequest, signal: AbortSignal): Promise<Answer> {
  const askedAtMs = Date.now();
  const startedMs = performance.now();
  const { body } = statsBody(question, askedAtMs);
  const first = await callOperation(connectionId, "calls.stats", { body, signal });
  const width = widthForFewCalls(first);
  // With few calls a second request is as quick as a count of them before the first one.
  const result =
    width === null
      ? first
      : await callOperation(connectionId, "calls.stats", { body: { ...body, bucket_seconds: width }, signal });
  return { result: comparableResult(result), requestedAtMs: askedAtMs, durationMs: performance.now() - startedMs };
}

/** Returns query options of the response that the page is drawn from. */
function overviewQuery(connectionId: string, question: OverviewRequest) {
  return queryOptions({
    // The time of the request is not part of the key: a relative range moves with each response.
    queryKey: ["service", connectionId, "calls.stats", question],
    queryFn: ({ signal }) => requestFigures(connectionId, question, signal),
  });
}

/** Sends the request before the page is drawn, unless the query cannot be asked. */
export function prefetchOverview(queries: QueryClient, connectionId: string, question: OverviewRequest): void {
  const request = overviewQuery(connectionId, question);
  if (queries.getQueryState(request.queryKey) !== undefined || statsBody(question, 0).problems.length > 0) return;
  void queries.prefetchQuery(request);
}

/**
 * The response that the page is drawn from. With live updates, it is requested repeatedly while the page is visible.
 */
export function useOverview(connectionId: string, question: OverviewRequest, isLive: boolean): Overview {
  const problems = useMemo(() => statsBody(question, 0).problems, [question]);
  const isLiveRange = isLive && !(question.range.kind === "absolute" && question.range.toMs !== null);
  const request = overviewQuery(connectionId, question);
  const isAskable = problems.length === 0;
  prefetchOverview(useQueryClient(), connectionId, question);
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    ...request,
    placeholderData: keepPreviousData,
    enabled: isAskable,
    refetchInterval: ({ state }) => {
      if (!isLiveRange || state.error) return false;
      if (state.data?.result.totals.call_count === 0) return FIRST_CALL_POLL_INTERVAL_MS;
      return Math.max(MIN_REFRESH_INTERVAL_MS, (state.data?.durationMs ?? 0) * REFRESH_INTERVAL_FACTOR);
    },
  });
  return {
    answer: isAskable ? (data ?? null) : null,
    problems,
    failure: isAskable && isError ? failureOf(error) : null,
    isStale: isPlaceholderData,
    refresh: () => void refetch(),
  };
}

/** For "nothing matches": the number of calls in the range with another query, and of all at any time. Null while unknown. */
export function useWiderCounts(
  connectionId: string,
  projectId: string,
  range: { fromMs: number | null; toMs: number | null; query: string },
) {
  const selection = (span: typeof range) =>
    callCountBody(projectId, compileSelection({ projectId, areRootsOnly: false, ...span }));
  const all = { fromMs: null, toMs: null, query: "" };
  const unfiltered = useQuery(serviceQuery(connectionId, "calls.queryStats", selection(range)));
  const allTime = useQuery(serviceQuery(connectionId, "calls.queryStats", selection(all)));
  return {
    unfiltered: unfiltered.data?.count ?? null,
    allTime: allTime.data?.count ?? null,
    hasFailed: unfiltered.isError || allTime.isError,
  };
}
