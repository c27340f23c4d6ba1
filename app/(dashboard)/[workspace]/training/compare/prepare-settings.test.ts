import { expect, test } from "vitest";
import type { JobRecord } from "@/lib/api/contract/training/training-jobs";
import { settingRows } from "./prepare-settings";

const record = (change: Partial<JobRecord>): JobRecord => ({
  id: "job",
  status: "completed",
  step: 3,
  previous_step: 2,
  checkpoint_id: "c",
  error_message: null,
  model_id: "m",
  model_name: "agent",
  project_id: "demo/airline",
  base_model: "base",
  created_by: "ada",
  created_at: "2026-11-20T14:30:00Z",
  training_start: null,
  training_end: null,
  last_event_at: null,
  trainer: null,
  batch_id: null,
  num_sequences: 8,
  gradient_step_count: 8,
  experimental_config: null,
  ...change,
});

test("settings differ to the last digit, and those that no job sets are omitted", () => {
  const rows = settingRows([
    record({ experimental_config: { learning_rate: 0.05001, loss_fn: "ppo", seed: null } }),
    record({ experimental_config: { learning_rate: 0.05002, loss_fn: "ppo", advantage: { scale: true } } }),
    null,
  ]);
  expect(rows.map(({ name, values, isSame }) => [name, ...values, isSame])).toEqual([
    ["model", "agent", "agent", null, false],
    ["base model", "base", "base", null, false],
    ["trained from", "step 2", "step 2", null, false],
    ["gradient steps", "8", "8", null, false],
    ["learning_rate", "0.05001", "0.05002", null, false],
    ["loss_fn", "ppo", "ppo", null, false],
    ["advantage", null, '{"scale":true}', null, false],
  ]);
  expect(settingRows([record({}), record({ previous_step: 0 })]).filter(({ isSame }) => !isSame)).toEqual([
    { name: "trained from", values: ["step 2", "base"], isSame: false },
  ]);
  expect(settingRows([null, null])).toEqual([]);
});
