"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { CheckpointEvaluation } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";

const RUNNING_REFRESH_MS = 1500;
const REFRESH_MS = 5000;

export function checkpointEvaluationKey(connectionId: string, modelId: string) {
  return serviceQueryKey(connectionId, "checkpointEvaluations.read", { modelId });
}

/** The evaluation that is set on a model; null where the service has none. */
function checkpointEvaluationQuery(connectionId: string, modelId: string) {
  return queryOptions<CheckpointEvaluation | null>({
    queryKey: checkpointEvaluationKey(connectionId, modelId),
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(connectionId, "checkpointEvaluations.read", { body: { model_id: modelId }, signal });
      } catch (error) {
        if (failureOf(error).kind === "unsupported") return null;
        throw error;
      }
    },
  });
}

const isUnderWay = (data: CheckpointEvaluation | null | undefined) =>
  data?.checkpoints.some(({ run }) => run?.state === "running" || run?.state === "waiting") ?? false;

/** The evaluation of a model's checkpoints, refreshed while the page is open. */
export function useCheckpointEvaluation(connectionId: string, modelId: string, isFollowed = true) {
  return useQuery({
    ...checkpointEvaluationQuery(connectionId, modelId),
    refetchInterval: ({ state: { data } }) =>
      !isFollowed || data === null ? false : isUnderWay(data) ? RUNNING_REFRESH_MS : REFRESH_MS,
  });
}
