"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";

const LINES = 200;
const LIVE_MS = 2000;

/** A log: of the trainer of a job, or of the program of a logged run. */
export type LogSource =
  | { readonly kind: "job"; readonly jobId: string }
  | { readonly kind: "run"; readonly projectId: string; readonly runId: string };

type Place = { readonly search: string | null; readonly before: number | null; readonly limit: number };

const readLines = (connectionId: string, source: LogSource, place: Place, signal: AbortSignal) =>
  source.kind === "job"
    ? callOperation(connectionId, "trainingJobs.logLines", {
        body: { training_job_id: source.jobId, ...place },
        signal,
      })
    : callOperation(connectionId, "trainingRuns.logLines", {
        body: { project_id: source.projectId, run_id: source.runId, ...place },
        signal,
      });

/** Loads the end of a log, and earlier lines page by page; while its program runs, its new ones too. */
export function useTrainerLog(connectionId: string, source: LogSource, search: string, isLive: boolean) {
  const operation = source.kind === "job" ? "trainingJobs.logLines" : "trainingRuns.logLines";
  const query = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, operation, { ...source, search, pages: "all" }),
    queryFn: ({ pageParam, signal }) =>
      readLines(connectionId, source, { search: search || null, before: pageParam, limit: LINES }, signal),
    initialPageParam: null as number | null,
    getNextPageParam: ({ has_more: hasMore, lines }) => (hasMore ? (lines[0]?.at ?? null) : null),
    placeholderData: (before) => before,
    retry: false,
    refetchInterval: isLive ? LIVE_MS : false,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, lines: pages.toReversed().flatMap(({ lines }) => lines), sizeBytes: pages[0]?.size_bytes ?? 0 };
}
