"use client";

import { useQuery } from "@tanstack/react-query";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import { type ReadList, readPages } from "@/lib/stream/read-pages";
import type { Batch, GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** The interface's maximum per request. */
const PAGE_SIZE = 100;
/** Of a model with more batches than this, only the newest load. */
const MAX_BATCHES = 5000;
/** Number of groups loaded first, and with each request for more. */
export const GROUPS_PER_BATCH = 5000;

const REFRESH_INTERVAL_MS = 5000;

/** All batches of a model, oldest first; refreshed while more may come. */
export function useBatches(connectionId: string, modelId: string | null, isLive: boolean) {
  return useQuery<ReadList<Batch>>({
    queryKey: serviceQueryKey(connectionId, "trajectories.batches", { modelId }),
    enabled: modelId !== null,
    queryFn: async ({ signal }) => {
      const read = await readPages(
        (after) =>
          callOperation(connectionId, "trajectories.batches", {
            body: { model_id: modelId ?? "", limit: PAGE_SIZE, order: "desc", after },
            signal,
          }),
        MAX_BATCHES,
      );
      return { ...read, items: read.items.toReversed() };
    },
    refetchInterval: isLive ? REFRESH_INTERVAL_MS : false,
  });
}

/** Query options for the groups of a batch, which never change. */
export function groupsQuery(connectionId: string, batchId: string, most: number = GROUPS_PER_BATCH) {
  return {
    queryKey: serviceQueryKey(connectionId, "trajectories.groups", { batchId, most }),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<ReadList<GroupSummary>> =>
      readPages(
        (after) =>
          callOperation(connectionId, "trajectories.groups", {
            body: { batch_id: batchId, limit: PAGE_SIZE, after },
            signal,
          }),
        most,
      ),
    staleTime: Number.POSITIVE_INFINITY,
  };
}
