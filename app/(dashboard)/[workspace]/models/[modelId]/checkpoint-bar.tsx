"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Trash2, X } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { type Checkpoint, checkpointsKey } from "@/components/training/models/use-checkpoints";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { stepsToDelete } from "./prepare-checkpoints";

type CheckpointBarProps = {
  workspace: Workspace;
  modelId: string;
  checkpoints: readonly Checkpoint[];
  metric: string | null;
  best: number | null;
  chosen: ReadonlySet<number>;
  onChoose: (steps: ReadonlySet<number>) => void;
};

/** The actions on selected checkpoints; one click selects all but the newest and the best. */
export function CheckpointBar(props: CheckpointBarProps) {
  const { checkpoints, metric, best, chosen, onChoose } = props;
  const [isAsking, setIsAsking] = useState(false);
  const others = stepsToDelete(checkpoints, best);
  const steps = checkpoints.flatMap(({ step }) => (chosen.has(step) ? [step] : []));
  if (others.length === 0 && steps.length === 0) return null;
  return (
    <div className="flex min-h-11 flex-none flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-1.5 text-small max-md:px-3">
      <b className="font-medium">{steps.length === 0 ? "Nothing selected" : `${steps.length} selected`}</b>
      {others.length > 0 ? (
        <Button size="small" onClick={() => onChoose(new Set(others))}>
          Select all but newest and best{metric === null ? "" : ` by ${metric}`}
        </Button>
      ) : null}
      {steps.length > 0 ? (
        <>
          <Button
            size="small"
            kind="danger"
            onClick={() => setIsAsking(true)}
            icon={<Trash2 size={13} strokeWidth={1.7} aria-hidden="true" />}
          >
            Delete {steps.length}…
          </Button>
          <Button size="icon-small" kind="ghost" aria-label="Clear selection" onClick={() => onChoose(new Set())}>
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </Button>
        </>
      ) : null}
      {isAsking ? <DeleteCheckpoints {...props} steps={steps} onClose={() => setIsAsking(false)} /> : null}
    </div>
  );
}

type DeleteProps = CheckpointBarProps & { steps: readonly number[]; onClose: () => void };

/** Lists the steps that will be deleted and those that are kept, before deletion. */
function DeleteCheckpoints({ workspace, modelId, checkpoints, steps, onChoose, onClose }: DeleteProps) {
  const toast = useToast();
  const queryClient = useQueryClient();
  const deletion = useMutation({
    mutationFn: () =>
      callOperation(workspace.connectionId, "models.deleteCheckpoints", {
        params: { model_id: modelId },
        body: { steps: [...steps] },
      }),
    onSuccess: async ({ deleted_count: count }) => {
      await queryClient.invalidateQueries({ queryKey: checkpointsKey(workspace.connectionId, modelId) });
      onChoose(new Set());
      onClose();
      toast(`${countOf(count, "checkpoint")} deleted`);
    },
  });
  const keptSteps = checkpoints.flatMap(({ step }) => (steps.includes(step) ? [] : [step]));
  return (
    <ConfirmDialog
      title={`Delete ${countOf(steps.length, "checkpoint")}?`}
      description="Deleted checkpoints can no longer run or be trained on. Their jobs, events and trajectories are kept. This cannot be undone."
      action="Delete"
      change={deletion}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
        <dt className="text-ink-3">Deleted</dt>
        <dd className="text-code">step {steps.join(", ")}</dd>
        <dt className="text-ink-3">Kept</dt>
        <dd className="text-code">{keptSteps.length === 0 ? "none" : `step ${keptSteps.join(", ")}`}</dd>
      </dl>
    </ConfirmDialog>
  );
}
