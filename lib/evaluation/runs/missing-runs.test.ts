import { expect, it } from "vitest";
import { evaluationRun } from "@/test/setup/evaluation-fixtures";
import { type BoardColumn, boardCells, boardRows, boardRuns } from "./leaderboard";
import { missingRuns, unfinishedRuns } from "./missing-runs";

const column = (evaluationId: string, scoreId = "exact"): BoardColumn => ({
  key: `${evaluationId} ${scoreId}`,
  evaluationId,
  evaluationRef: `ref-${evaluationId}`,
  scoreId,
  direction: "higher",
  weight: 1,
});

const run = (evaluation: string, model: string, given: object = {}) =>
  evaluationRun({
    id: `${evaluation}-${model}`,
    evaluation_ref: `ref-${evaluation}`,
    evaluation_id: evaluation,
    dataset_key: evaluation,
    model_name: model,
    ...given,
  });

const runs = [
  run("tasks", "a"),
  run("tasks", "b"),
  run("policy", "a"),
  run("policy", "d", { state: "running" }),
  run("refunds", "b", { started_at: "2026-11-21T10:00:00Z" }),
  run("tasks", "d"),
];

const missing = (columns: readonly BoardColumn[]) => {
  const cells = columns.map((each) => boardCells(each, boardRuns(each, runs), []));
  const rows = boardRows(cells, () => null, "higher");
  return missingRuns(columns, rows, runs).map(({ evaluationId, source, models }) => ({
    evaluationId,
    source: source.id,
    models: models.map(({ id }) => id),
  }));
};

it("names the models without a run by evaluation, each with its newest other run, and not those whose run goes on", () => {
  expect(missing([column("tasks"), column("tasks", "cited"), column("policy"), column("refunds")])).toEqual([
    { evaluationId: "policy", source: "policy-a", models: ["refunds-b"] },
    { evaluationId: "refunds", source: "refunds-b", models: ["tasks-a", "tasks-d"] },
  ]);
});

it("has nothing to fill where every model has a run, or where an evaluation has none to take the rows from", () => {
  expect(missing([column("tasks"), column("tasks", "cited")])).toEqual([]);
  expect(missing([column("tasks"), column("never")])).toEqual([]);
});

it("finds the runs of a column that go on", () => {
  expect([...unfinishedRuns(column("policy"), runs).keys()]).toEqual(["d"]);
});
