import { expect, it } from "vitest";
import type { CheckpointRows, CheckpointScore } from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { bestCheckpoint } from "./checkpoint-figures";

const score = (mean: number | null): CheckpointScore => ({
  id: "right",
  kind: "boolean",
  mean,
  low: null,
  high: null,
  example_count: 16,
  failure_count: 0,
});

const rowsOf = (trained: number, heldOut: number): CheckpointRows => ({
  key: "k",
  trained_count: 16,
  held_out_count: 16,
  trained: [score(trained)],
  held_out: [score(heldOut)],
  is_known: true,
});

function checkpointOf(step: number, all: number, rows: CheckpointRows | null) {
  const figures = { example_count: 32, trial_count: 32, error_count: 0, cost_usd: null, scores: [score(all)], rows };
  return { step, run: { state: "finished" as const, figures } };
}

const deciding = { score: "right", direction: "higher" } as const;

it("chooses the best checkpoint by held-out rows, not by those that it was trained on", () => {
  const checkpoints = [
    checkpointOf(3, 0.6, rowsOf(0.7, 0.5)),
    checkpointOf(12, 0.72, rowsOf(1, 0.44)),
    // Its calls were deleted before the model was trained on more rows.
    checkpointOf(15, 0.9, { ...rowsOf(1, 1), trained: [], held_out: [], is_known: false }),
  ];
  expect(bestCheckpoint(checkpoints, deciding)).toMatchObject({
    step: 3,
    mean: 0.5,
    part: "held_out",
    example_count: 16,
  });
  expect(bestCheckpoint(checkpoints, { ...deciding, direction: "lower" })).toMatchObject({ step: 12, mean: 0.44 });
});

it("counts all rows where none or all were trained on, or their lineage is not known", () => {
  const allTrained = { ...rowsOf(0, 0), trained_count: 32, held_out_count: 0, trained: [], held_out: [] };
  const checkpoints = [checkpointOf(3, 0.6, null), checkpointOf(12, 0.72, allTrained)];
  expect(bestCheckpoint(checkpoints, deciding)).toMatchObject({ step: 12, mean: 0.72, part: "all" });
});
