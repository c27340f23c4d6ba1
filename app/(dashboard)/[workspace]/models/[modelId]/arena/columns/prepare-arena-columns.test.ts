import { expect, test } from "vitest";
import type { ModelRecord } from "@/components/training/models/use-model";
import { arenaColumns, availableSteps, defaultColumns } from "./prepare-arena-columns";

const checkpoints = [0, 1, 2, 5, 9, 12].map((step) => ({ id: `c${step}`, step, metrics: {} }));
const record: ModelRecord = {
  id: "m",
  entity: "ada",
  project: "airline",
  name: "agent",
  base_model: "heddle/bytes-1",
  created_at: "2026-11-01T00:00:00Z",
  created_by: "ada",
  latest_step: 12,
  checkpoint_count: 6,
  job_count: 5,
};

test("the default is the base with evenly spaced checkpoints, including the newest", () => {
  expect(defaultColumns(checkpoints)).toEqual(["0", "2", "5", "12"]);
  expect(defaultColumns(checkpoints.slice(0, 2))).toEqual(["0", "1"]);
  expect(defaultColumns([])).toEqual([]);
});

test("a column is a step, which may be deleted, or another model by its name", () => {
  const columns = arenaColumns(["0", "9", "7", "openai/gpt-5", "9"], record, checkpoints);
  expect(columns.map(({ key, label, isGone }) => [key, label, isGone])).toEqual([
    ["0", "heddle/bytes-1", false],
    ["9", "step 9", false],
    ["7", "step 7", true],
    ["openai/gpt-5", "openai/gpt-5", false],
  ]);
  expect(columns[1]).toMatchObject({ model: "wandb-artifact:///ada/airline/agent:step9", checkpointId: "c9", step: 9 });
  expect(columns[3]).toMatchObject({ model: "openai/gpt-5", step: null });
});

test("the number of columns is limited", () => {
  const keys = Array.from({ length: 9 }, (_, step) => String(step));
  expect(arenaColumns(keys, record, checkpoints)).toHaveLength(6);
});

test("checkpoints without a column are listed, newest first", () => {
  expect(availableSteps(checkpoints, ["0", "9", "x"])).toEqual([12, 5, 2, 1]);
});
