"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { GitCompare, Trash2, X } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { type Checkpoint, checkpointsKey } from "@/components/training/models/use-checkpoints";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import { MAX_COMPARED_RUNS } from "@/lib/api/contract/evaluations/evaluation-limits";
import { compareHref } from "@/lib/evaluation/runs/evaluation-hrefs";
import type { RowChoice } from "@/lib/evaluation/runs/row-choice";
import { countOf } from "@/lib/format/count";
import { classNames } from "@/lib/style/class-names";
import type { Workspace } from "@/lib/workspace/workspace";
import type { CheckpointMark } from "./checkpoint-mark";
import { stepsToDelete } from "./prepare-checkpoints";

type CheckpointBarProps = {
  workspace: Workspace;
  modelId: string;
  checkpoints: readonly Checkpoint[];
  mark: CheckpointMark | null;
  /** The calls of finished evaluations, by step. */
  evaluated: ReadonlyMap<number, string>;
  /** The rows that the page's scores are over. */
  choice: RowChoice;
  chosen: ReadonlySet<number>;
  onChoose: (steps: ReadonlySet<number>) => void;
};

/** The actions on selected checkpoints; one click selects all but the newest and the one that is ahead. */
export function CheckpointBar(props: CheckpointBarProps) {
  const { workspace, checkpoints, mark, evaluated, choice, chosen, onChoose } = props;
  const [isAsking, setIsAsking] = useState(false);
  const others = stepsToDelete(checkpoints, mark?.step ?? null);
  const steps = checkpoints.flatMap(({ step }) => (chosen.has(step) ? [step] : []));
  const compared = steps.flatMap((step) => evaluated.get(step) ?? []);
  if (others.length === 0 && steps.length === 0) return null;
  return (
    <div
      className={classNames(
        "flex min-h-11 flex-none flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-1.5 text-small max-md:px-3",
        // The rule of what to delete is for a larger screen; the rows are worth more on a phone.
        steps.length === 0 && "max-md:hidden",
      )}
    >
      <b className="font-medium">{steps.length === 0 ? "Nothing selected" : `${steps.length} selected`}</b>
      {others.length > 0 ? (
        <Button size="small" onClick={() => onChoose(new Set(others))}>
          Select all but newest{mark === null ? "" : ` and ${mark.words}`}
        </Button>
      ) : null}
      {compared.length >= 2 && compared.length <= MAX_COMPARED_RUNS ? (
        <Button asChild size="small">
          <Link href={compareHref(workspace.slug, compared, choice)}>
            <GitCompare size={13} strokeWidth={1.7} aria-hidden="true" />
            Compare {compared.length} evaluations
          </Link>
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
