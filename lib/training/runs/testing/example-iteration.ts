import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";

/** Returns a finished iteration with the given members. */
export function exampleIteration(iteration: number, members: Partial<TrainingIteration> = {}): TrainingIteration {
  return {
    iteration,
    state: "done",
    problem: null,
    from_step: iteration - 1,
    step: iteration,
    job_id: `job-${iteration}`,
    batch_id: `batch-${iteration}`,
    started_at: `2026-11-20T14:0${iteration % 10}:00Z`,
    ended_at: `2026-11-20T14:0${iteration % 10}:30Z`,
    reward: { mean: iteration / 10, std_dev: 0.4, group_std_dev: 0.3, low: null, high: null, min: 0, max: 1 },
    groups: 8,
    groups_with_signal: 6,
    rollouts: 64,
    rollouts_planned: 64,
    errors: 0,
    tokens: 3000,
    cost_usd: 0,
    sampling_seconds: 1,
    training_seconds: 2,
    scores: {},
    metrics: { entropy: 1, kl_policy_ref: 0.01 },
    evaluation: null,
    ...members,
  };
}

/** Returns a running run of the service with the given members. */
export function exampleRun(members: Partial<TrainingRunDetail> = {}): TrainingRunDetail {
  return {
    id: "run-1",
    project_id: "demo/airline",
    name: "Small agent",
    source: "service",
    state: "running",
    reason: null,
    created_at: "2026-11-20T14:00:00Z",
    created_by: "ada",
    started_at: "2026-11-20T14:00:00Z",
    ended_at: null,
    model: {
      id: "model-1",
      name: "small-agent",
      base_model: "heddle/bytes-airline-1",
      address: "wandb-artifact:///demo/airline/small-agent",
      latest_step: 2,
    },
    iterations_planned: 12,
    iterations_done: 2,
    phase: null,
    spent: { tokens: 6000, cost_usd: 0, minutes: 1.5 },
    limits: { tokens: null, cost_usd: null, minutes: null },
    rewards: [0.1, 0.2],
    verdict: {
      kind: "cannot_tell",
      sentence: "Cannot tell yet: with 8 groups, at least 5 iterations are needed.",
      figures: {
        ...{ iterations: 2, window: 1, first_reward: 0.1, last_reward: 0.2, best_reward: 0.2, change: 0.1 },
        ...{ change_low: null, change_high: null, signal_share: 0.75, entropy_first: 1, entropy_last: 1 },
      },
    },
    settings: null,
    config: { learning_rate: 0.05 },
    task_count: 8,
    iterations: [exampleIteration(1), exampleIteration(2)],
    ...members,
  };
}
