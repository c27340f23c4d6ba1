"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { checkpointEvaluationKey } from "@/components/training/models/use-checkpoint-evaluation";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";

type RemoveSettingProps = { workspace: Workspace; modelId: string; onClose: () => void };

/** Asks before the evaluation of a model is removed. */
export function RemoveSetting({ workspace, modelId, onClose }: RemoveSettingProps) {
  const { connectionId, slug } = workspace;
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  const removal = useMutation({
    mutationFn: () => callOperation(connectionId, "checkpointEvaluations.remove", { body: { model_id: modelId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: checkpointEvaluationKey(connectionId, modelId) });
      toast("Evaluation removed from the model");
      router.push(`/${slug}/models/${encodeURIComponent(modelId)}`);
    },
  });
  return (
    <ConfirmDialog
      title="Remove the evaluation from this model?"
      description="New checkpoints are no longer evaluated, and the curve is hidden. Evaluations that ran are kept; the same settings bring the curve back."
      action="Remove"
      change={removal}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    />
  );
}
