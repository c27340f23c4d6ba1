"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { JobStatus } from "@/lib/api/contract/training/training-jobs";
import { hasActiveJobs, jobRows } from "@/lib/training/jobs/job-list";
import type { Workspace } from "@/lib/workspace/workspace";
import { useEndedJobs } from "./use-ended-jobs";

const PAGE_SIZE = 50;
const REFRESH_INTERVAL_MS = 3000;

/** The jobs of the workspace's project, page by page; refreshed while one of them is running. */
export function useJobs({ connectionId, projectId }: Workspace, status: JobStatus | null) {
  const list = useInfiniteQuery({
    queryKey: serviceQueryKey(connectionId, "trainingJobs.list", { projectId, status }),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      callOperation(connectionId, "trainingJobs.list", {
        body: { project_id: projectId, status, after: pageParam, limit: PAGE_SIZE, order: "desc" },
        signal,
      }),
    getNextPageParam: (last) => (last.has_more ? last.data.at(-1)?.id : undefined),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && hasActiveJobs(jobRows(state.data.pages.flatMap(({ data }) => data))) ? REFRESH_INTERVAL_MS : false,
  });
  useEndedJobs(connectionId, list.data?.pages.flatMap(({ data }) => data) ?? []);
  return list;
}
