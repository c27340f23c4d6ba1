"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { checkpointEvaluationKey } from "@/components/training/models/use-checkpoint-evaluation";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";

/** Evaluates existing checkpoints: the given steps, or with null all that are not evaluated. */
export function useEvaluateCheckpoints({ connectionId }: Workspace, modelId: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (steps: number[] | null) =>
      callOperation(connectionId, "checkpointEvaluations.start", { body: { model_id: modelId, steps } }),
    onSuccess: (evaluation) => queryClient.setQueryData(checkpointEvaluationKey(connectionId, modelId), evaluation),
  });
  return { mutate, isPending, failure: error ? failureOf(error) : null };
}
