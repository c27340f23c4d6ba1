"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { CallsFiguresResult, CallsHistogramResult } from "@/lib/api/contract/calls/call-stats";
import type { RequestOf } from "@/lib/api/contract/operations";
import type { SourceChoice } from "@/lib/calls/source-choice";
import type { TimeRange } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";
import { brushedTime, histogramBody } from "./prepare-brush";
import type { Measure, Measured } from "./prepare-histogram";

/** In live mode, the histogram may keep a service busy for at most a tenth of the time. */
const REFRESH_INTERVAL_FACTOR = 10;
const MIN_REFRESH_INTERVAL_MS = 5000;

/** A chart that takes longer is not read with every change of the list, but at the interval above. */
const MAX_EAGER_MS = 300;

type HistogramOptions = {
  measure: Measure;
  workspace: Workspace;
  query: string;
  /** Where the calls come from, unless the query says it; all by default. */
  source?: SourceChoice;
  areRootsOnly: boolean;
  range: TimeRange;
  t: string | null;
  isLive: boolean;
  /** False until the rows are shown. */
  isEnabled: boolean;
  /** Number of calls that started since the list was opened: with each change the chart is read again. */
  startedCount?: number;
};

/** Counts, or figures, which include the counts and take the service longer. */
interface Answer {
  readonly counts: CallsHistogramResult;
  readonly figures: CallsFiguresResult | null;
}

async function readAnswer(
  connectionId: string,
  hasFigures: boolean,
  body: RequestOf<"calls.histogram">,
  signal: AbortSignal,
): Promise<Answer> {
  if (!hasFigures) {
    return { counts: await callOperation(connectionId, "calls.histogram", { body, signal }), figures: null };
  }
  const figures = await callOperation(connectionId, "calls.stats", { body, signal });
  return { counts: figures, figures };
}

function measuredOf({ counts, figures }: Answer, measure: Measure): Measured {
  return measure === "calls" || figures === null ? { measure: "calls", result: counts } : { measure, result: figures };
}

/**
 * Returns calls over the full time of the list. In live mode it updates at once and does not wait for new rows to be
 * inserted.
 */
export function useHistogram(options: HistogramOptions) {
  const {
    measure,
    workspace,
    query,
    source = "all",
    areRootsOnly,
    range,
    t,
    isLive,
    isEnabled,
    startedCount = 0,
  } = options;
  const { connectionId, projectId } = workspace;
  const time = useMemo(() => brushedTime(range, t, Date.now()), [range, t]);
  const tookMs = useRef<number | null>(null);
  const question = { projectId, query, source, areRootsOnly, fullRange: time.fullRange };
  const hasFigures = measure !== "calls";
  const isOpenEnded = time.fullRange.kind !== "absolute" || time.fullRange.toMs === null;
  const { data, error, isError, refetch } = useQuery({
    // The request time is not part of the key: a relative range moves with each response.
    queryKey: ["service", connectionId, hasFigures ? "calls.stats" : "calls.histogram", question],
    queryFn: async ({ signal }) => {
      const startedMs = performance.now();
      const answer = await readAnswer(connectionId, hasFigures, histogramBody(question, Date.now()), signal);
      tookMs.current = performance.now() - startedMs;
      return { answer, durationMs: tookMs.current };
    },
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      isLive && isOpenEnded && !state.error
        ? Math.max(MIN_REFRESH_INTERVAL_MS, (state.data?.durationMs ?? 0) * REFRESH_INTERVAL_FACTOR)
        : false,
  });
  // The outside system is the service: its chart must show what the list and its head show.
  useEffect(() => {
    if (startedCount > 0 && (tookMs.current ?? Number.POSITIVE_INFINITY) < MAX_EAGER_MS) void refetch();
  }, [startedCount, refetch]);
  return {
    /** Undefined until the first response. That of the previous measure stays until the next has arrived. */
    measured: useMemo(() => data && measuredOf(data.answer, measure), [data, measure]),
    brush: time.brush,
    isOpenEnded,
    failure: isError ? failureOf(error) : null,
    retry: () => void refetch(),
  };
}
