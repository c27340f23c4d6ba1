"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";

const LINES = 200;
const LIVE_MS = 2000;

/** Loads the end of a trainer's log, and earlier lines page by page; while the job runs, its new ones too. */
export function useTrainerLog(connectionId: string, jobId: string, search: string, isLive: boolean) {
  const query = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.logLines", { training_job_id: jobId, search, pages: "all" }),
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionId, "trainingJobs.logLines", {
        body: { training_job_id: jobId, search: search || null, before: pageParam, limit: LINES },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ has_more: hasMore, lines }) => (hasMore ? (lines[0]?.at ?? null) : null),
    placeholderData: (before) => before,
    retry: false,
    refetchInterval: isLive ? LIVE_MS : false,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, lines: pages.toReversed().flatMap(({ lines }) => lines), sizeBytes: pages[0]?.size_bytes ?? 0 };
}
