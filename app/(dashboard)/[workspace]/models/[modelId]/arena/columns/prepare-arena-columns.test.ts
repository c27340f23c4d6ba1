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

test("at first the base is asked, with checkpoints as far apart as there are, the newest among them", () => {
  expect(defaultColumns(checkpoints)).toEqual(["0", "2", "5", "12"]);
  expect(defaultColumns(checkpoints.slice(0, 2))).toEqual(["0", "1"]);
  expect(defaultColumns([])).toEqual([]);
});

test("a column is a step, which may be gone, or another model by its name", () => {
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

test("no more columns are asked than can be read", () => {
  const keys = Array.from({ length: 9 }, (_, step) => String(step));
  expect(arenaColumns(keys, record, checkpoints)).toHaveLength(6);
});

test("what is not asked yet is offered, the newest first", () => {
  expect(availableSteps(checkpoints, ["0", "9", "x"])).toEqual([12, 5, 2, 1]);
});
