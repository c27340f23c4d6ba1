"use client";

import { Sparkline } from "@/components/chart/sparkline";
import { Unknown } from "@/components/table/cells";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { formatMetric } from "@/lib/training/metrics/format-metric";
import { type Checkpoint, useCheckpoints } from "./use-checkpoints";

type RewardCellProps = { connectionId: string; modelId: string; step: number | null };

/** Mean reward of a checkpoint, by default the newest, with a line of the earlier steps. */
export function RewardCell({ connectionId, modelId, step }: RewardCellProps) {
  const { data } = useCheckpoints(connectionId, modelId);
  const points = (data ?? []).flatMap((item) => {
    const value = rewardOf(item);
    return value === null || (step !== null && item.step > step) ? [] : [{ timeMs: item.step, value }];
  });
  const last = step === null ? points.at(-1) : points.find(({ timeMs }) => timeMs === step);
  if (!last) return <Unknown />;
  return (
    <span className="inline-flex items-center justify-end gap-2 tabular-nums">
      {points.length > 1 ? <Sparkline points={points} /> : null}
      {formatMetric("reward", last.value)}
    </span>
  );
}

/** Trainers and logs name it by its split: the first available one is used. */
const REWARDS = ["reward", "val/reward", "train/reward"] as const;

/** The mean reward in a checkpoint's metrics; null where there is none. */
function rewardOf({ metrics }: Pick<Checkpoint, "metrics">): number | null {
  for (const name of REWARDS) {
    const value = plainNumber(metrics[name]);
    if (typeof value === "number") return value;
  }
  return null;
}
