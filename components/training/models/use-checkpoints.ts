"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { checkpoint } from "@/lib/api/contract/training/models";

export type Checkpoint = z.infer<typeof checkpoint>;

const PAGE_SIZE = 100;
/** Maximum number of checkpoints loaded at once; the page says when there are more. */
export const MAX_CHECKPOINTS = 2000;

export function checkpointsKey(connectionId: string, modelId: string) {
  return serviceQueryKey(connectionId, "models.checkpoints", { modelId });
}

/** The checkpoints of a model, by step; also for services with only the four operations. */
export function checkpointsQuery(connectionId: string, modelId: string) {
  return queryOptions({
    queryKey: checkpointsKey(connectionId, modelId),
    queryFn: ({ signal }) => readCheckpoints(connectionId, modelId, signal),
  });
}

export function useCheckpoints(connectionId: string, modelId: string, refetchMs: number | false = false) {
  return useQuery({ ...checkpointsQuery(connectionId, modelId), refetchInterval: refetchMs });
}

async function readCheckpoints(
  connectionId: string,
  modelId: string,
  signal: AbortSignal,
): Promise<readonly Checkpoint[]> {
  const all: Checkpoint[] = [];
  for (let after: string | null = null; all.length < MAX_CHECKPOINTS; ) {
    const page: { data: Checkpoint[]; has_more: boolean } = await callOperation(connectionId, "models.checkpoints", {
      params: { model_id: modelId },
      query: { limit: PAGE_SIZE, order: "asc", ...(after === null ? {} : { after }) },
      signal,
    });
    all.push(...page.data);
    const last = page.data.at(-1);
    if (!page.has_more || !last) break;
    after = last.id;
  }
  return all.sort((left, right) => left.step - right.step);
}
