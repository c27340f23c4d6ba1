/** The common parts of the rows' examples. */
export const EXAMPLE_PROJECT_ID = "demo/airline";
export const EXAMPLE_RUN_ID = "019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b21";

const MODEL_ID = "019aa1bf-1c3d-7a52-9f0e-52b7c1d0e4aa";
const CREATED_AT = "2026-11-20T14:33:00.000Z";

export const EXAMPLE_SETTINGS = {
  name: "Sums",
  model: { kind: "new", name: "sums-1", base_model: "heddle/bytes-blank-1" },
  tasks: {
    kind: "prompts",
    items: [
      { prompt: "2 + 2?", answer: "4" },
      { prompt: "2 + 3?", answer: "5" },
    ],
  },
  messages: [{ role: "user", content: "{prompt}" }],
  params: { temperature: 1, max_tokens: 8 },
  reward: { scorers: [{ kind: "exact", name: "exact", expected: "answer" }], weights: { exact: 1 } },
  group_size: 8,
  tasks_per_iteration: 2,
  iterations: 5,
  config: { learning_rate: 0.05 },
};

export const EXAMPLE_RUN = {
  id: EXAMPLE_RUN_ID,
  project_id: EXAMPLE_PROJECT_ID,
  name: "Sums",
  source: "service",
  state: "running",
  reason: null,
  created_at: CREATED_AT,
  created_by: "ada",
  started_at: CREATED_AT,
  ended_at: null,
  model: {
    id: MODEL_ID,
    name: "sums-1",
    base_model: "heddle/bytes-blank-1",
    address: `wandb-artifact:///${EXAMPLE_PROJECT_ID}/sums-1`,
    latest_step: 1,
  },
  iterations_planned: 5,
  iterations_done: 1,
  phase: { name: "sampling", iteration: 2, done: 3, total: 16, since: CREATED_AT, job_id: null },
  spent: { tokens: 380, cost_usd: 0, minutes: 0.1 },
  limits: { tokens: null, cost_usd: null, minutes: null },
  rewards: [0.25],
  verdict: {
    kind: "cannot_tell",
    sentence:
      "Cannot tell yet: with 2 groups, at least 6 iterations are needed. The mean reward is 0.250 after 1 of 5 iterations.",
    figures: {
      iterations: 1,
      window: 1,
      first_reward: 0.25,
      last_reward: 0.25,
      best_reward: null,
      change: null,
      change_low: null,
      change_high: null,
      signal_share: 1,
      entropy_first: 5.2,
      entropy_last: 5.2,
    },
  },
};

export const EXAMPLE_DETAIL = {
  ...EXAMPLE_RUN,
  settings: EXAMPLE_SETTINGS,
  config: { learning_rate: 0.05 },
  task_count: 2,
  iterations: [
    {
      iteration: 1,
      state: "done",
      problem: null,
      from_step: 0,
      step: 1,
      job_id: "019aa1bf-9a42-5c11-a7d3-3f5b8c6e9d10",
      batch_id: "019aa1bf-9a41-7f0b-b1c9-0d4c6b1d5e77",
      started_at: CREATED_AT,
      ended_at: "2026-11-20T14:33:04.000Z",
      reward: { mean: 0.25, std_dev: 0.43, group_std_dev: 0.4, low: 0.1, high: 0.4, min: 0, max: 1 },
      groups: 2,
      groups_with_signal: 2,
      rollouts: 16,
      rollouts_planned: 16,
      errors: 0,
      tokens: 380,
      cost_usd: 0,
      sampling_seconds: 1.2,
      training_seconds: 2.6,
      scores: { exact: 0.25 },
      metrics: { loss: 0.1, entropy: 5.2, kl_div: 0.01, grad_norm: 1.4 },
      evaluation: null,
    },
  ],
};

export const EXAMPLE_LOGGED_RUN = {
  ...EXAMPLE_RUN,
  id: "log:019aa1c0-2f6e-7d0e-8c55-6a1d3f0a7b24",
  name: "grpo-7b",
  source: "log",
  model: null,
  logged_model: "Qwen/Qwen3-7B",
  iterations_planned: null,
  phase: null,
};
