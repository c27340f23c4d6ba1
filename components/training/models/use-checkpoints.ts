"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { BadLine } from "@/lib/api/client/json-lines";
import type { ListResult } from "@/lib/api/client/row-client";
import { callListOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { checkpoint } from "@/lib/api/contract/training/models";

export type Checkpoint = z.infer<typeof checkpoint>;

const PAGE_SIZE = 100;
/** Maximum number of checkpoints loaded at once; the page says when there are more. */
export const MAX_CHECKPOINTS = 2000;

export function checkpointsKey(connectionId: string, modelId: string) {
  return serviceQueryKey(connectionId, "models.checkpoints", { modelId });
}

/** All that was read of the checkpoints of a model. */
interface ReadCheckpoints {
  readonly checkpoints: readonly Checkpoint[];
  readonly gaps: CheckpointGaps;
}

/** Why checkpoints of a model are missing in its list. */
export interface CheckpointGaps {
  /** Checkpoints that do not match the contract, by their position. */
  readonly badRows: readonly BadLine[];
  /** The service says that there are more, and returns the same ones again. */
  readonly isStuck: boolean;
}

function readQuery(connectionId: string, modelId: string) {
  return queryOptions({
    queryKey: checkpointsKey(connectionId, modelId),
    queryFn: ({ signal }) => readCheckpoints(connectionId, modelId, signal),
  });
}

/** The checkpoints of a model, by step; also for services with only the four operations. */
export function checkpointsQuery(connectionId: string, modelId: string) {
  return queryOptions({
    ...readQuery(connectionId, modelId),
    select: ({ checkpoints }: ReadCheckpoints) => checkpoints,
  });
}

export function useCheckpoints(connectionId: string, modelId: string, refetchMs: number | false = false) {
  return useQuery({ ...checkpointsQuery(connectionId, modelId), refetchInterval: refetchMs });
}

/** What is missing in the list that {@link useCheckpoints} returns; null until it is loaded. */
export function useCheckpointGaps(connectionId: string, modelId: string): CheckpointGaps | null {
  const select = ({ gaps }: ReadCheckpoints) => gaps;
  return useQuery({ ...readQuery(connectionId, modelId), select }).data ?? null;
}

async function readCheckpoints(connectionId: string, modelId: string, signal: AbortSignal): Promise<ReadCheckpoints> {
  const all = new Map<string, Checkpoint>();
  const badRows: BadLine[] = [];
  let isStuck = false;
  let readCount = 0;
  for (let after: string | null = null; all.size < MAX_CHECKPOINTS; ) {
    const page: ListResult<ResultOf<"models.checkpoints">> = await callListOperation(
      connectionId,
      "models.checkpoints",
      "data",
      {
        params: { model_id: modelId },
        query: { limit: PAGE_SIZE, order: "asc", ...(after === null ? {} : { after }) },
        signal,
      },
    );
    const { data, has_more: hasMore } = page.result;
    const added = data.filter(({ id }) => !all.has(id));
    // A page of known checkpoints only: the cursor does not move.
    isStuck = hasMore && (page.lastId === after || (added.length === 0 && page.badRows.length === 0));
    if (isStuck) break;
    for (const checkpoint of added) all.set(checkpoint.id, checkpoint);
    for (const { line, reason } of page.badRows) badRows.push({ line: readCount + line, reason });
    readCount += data.length + page.badRows.length;
    if (!hasMore || page.lastId === null) break;
    after = page.lastId;
  }
  const checkpoints = [...all.values()].sort((left, right) => left.step - right.step);
  return { checkpoints, gaps: { badRows, isStuck } };
}
