import type { Batch, GroupSummary } from "@/lib/training/trajectories/trajectory-batch";

/** A batch of a job for a step. */
export function exampleBatch(step: number, changes: Partial<Batch> = {}): Batch {
  return {
    id: `b${step}`,
    model_id: "m",
    kind: "job",
    training_job_id: "job",
    split: null,
    step,
    size_bytes: 1,
    created_at: `2026-11-20T14:30:0${step % 10}Z`,
    group_count: 3,
    trajectory_count: 6,
    exception_count: 0,
    metrics: {},
    ...changes,
  };
}

/** A group with these rewards. */
export function exampleGroup(
  index: number,
  rewards: readonly number[],
  changes: Partial<GroupSummary> = {},
): GroupSummary {
  return {
    id: String(index),
    index,
    trajectory_count: rewards.length,
    exception_count: 0,
    rewards: [...rewards],
    label: null,
    title: null,
    ...changes,
  };
}
