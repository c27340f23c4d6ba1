"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { serviceQueryKey } from "@/lib/api/client/service-query-key";
import type { modelRecord } from "@/lib/api/contract/training/models";

export type ModelRecord = z.infer<typeof modelRecord>;

/** The record of a model besides its checkpoints; null where the service does not support it. */
export function modelQuery(connectionId: string, modelId: string) {
  return queryOptions<ModelRecord | null>({
    queryKey: serviceQueryKey(connectionId, "models.read", { modelId }),
    queryFn: async ({ signal }) => {
      try {
        return await callOperation(connectionId, "models.read", { body: { model_id: modelId }, signal });
      } catch (error) {
        // With only the four operations, or without a readable record, checkpoints are the only data of a model.
        const { kind } = failureOf(error);
        if (kind === "unsupported" || kind === "unreadable") return null;
        throw error;
      }
    },
  });
}

export function useModel(connectionId: string, modelId: string) {
  return useQuery(modelQuery(connectionId, modelId));
}
