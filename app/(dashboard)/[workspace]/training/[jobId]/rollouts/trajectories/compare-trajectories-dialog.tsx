"use client";

import { useMemo } from "react";
import type { GroupListRow } from "@/app/(dashboard)/[workspace]/training/[jobId]/rollouts/groups/prepare-group-list";
import { ViewDialog } from "@/components/dialog/view-dialog";
import { DiffView } from "@/components/diff/diff-view";
import { useComparison } from "@/components/diff/use-comparison";
import { Select } from "@/components/form/select";
import { FailureState } from "@/components/state/failure-state";
import { ProgressBar } from "@/components/ui/progress-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { messagesText } from "@/lib/chat/message-text";
import { formatReward } from "@/lib/format/reward";
import type { Batch } from "@/lib/training/trajectories/trajectory-batch";
import type { TrajectoriesControl } from "./trajectories-control";
import { useTrajectories } from "./use-trajectories";

type CompareDialogProps = {
  control: Pick<TrajectoriesControl, "choices" | "setChoices" | "workspace">;
  batch: Batch;
  group: GroupListRow;
  onClose: () => void;
};

/** Compares two trajectories of a group line by line. */
export function CompareTrajectoriesDialog({ control, batch, group, onClose }: CompareDialogProps) {
  const { choices, setChoices, workspace } = control;
  const last = group.rewards.length - 1;
  const [left, right] = [0, 1].map((side) => Math.min(last, Math.max(0, choices.compare[side] ?? 0))) as [
    number,
    number,
  ];
  const place = { connectionId: workspace.connectionId, batchId: batch.id, group: group.index };
  const states = useTrajectories(place, left === right ? [left] : [left, right]);
  const sides = [left, right].map((index) => {
    const rollout = states.get(index)?.rollout ?? null;
    return { index, rollout, failure: states.get(index)?.failure ?? null, retry: states.get(index)?.retry };
  });
  const key = `${batch.id} ${group.index}`;
  const [leftRollout, rightRollout] = [sides[0]?.rollout ?? null, sides[1]?.rollout ?? null];
  const values = useMemo(
    () =>
      [leftRollout, rightRollout].map((rollout) =>
        rollout === null ? null : messagesText(rollout.contents.messages.map(({ message }) => message)),
      ),
    [leftRollout, rightRollout],
  );
  const named = (side: 0 | 1, index: number) => {
    const value = values[side] ?? null;
    return value === null ? null : { key: `${key} ${index}`, value };
  };
  const comparison = useComparison(named(0, left), named(1, right), "text");
  const failed = sides.find(({ failure }) => failure !== null);
  const options = group.rewards.map((reward, index) => ({
    value: String(index),
    label: `Trajectory ${index}, reward ${formatReward(reward)}`,
  }));
  return (
    <ViewDialog
      title="Compare trajectories"
      description={`Messages of two trajectories of group ${group.index}.`}
      size="full"
      isFilling
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 pb-2.5 text-small">
        <Select
          label="Left trajectory"
          value={String(left)}
          options={options}
          onChange={(value) => void setChoices({ compare: [Number(value), right] })}
        />
        <Select
          label="Right trajectory"
          value={String(right)}
          options={options}
          onChange={(value) => void setChoices({ compare: [left, Number(value)] })}
        />
      </div>
      {failed?.failure ? (
        <FailureState failure={failed.failure} {...(failed.retry ? { onRetry: failed.retry } : {})} />
      ) : comparison.isError ? (
        <FailureState failure={failureOf(comparison.error)} onRetry={() => void comparison.refetch()} />
      ) : comparison.data ? (
        <div className="flex min-h-0 flex-1 rounded-control border border-line">
          <DiffView comparison={comparison.data} layout="split" isJson={false} />
        </div>
      ) : (
        <ProgressBar label="Comparing trajectories" />
      )}
    </ViewDialog>
  );
}
