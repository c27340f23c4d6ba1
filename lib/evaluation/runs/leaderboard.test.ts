import { describe, expect, it } from "vitest";
import { evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { boardCells, boardColumns, boardRows, boardRuns, modelsOfKind } from "./leaderboard";

const REF = "weave:///demo/airline/object/tasks-evaluation:abc";
const stored = (scorer_name: string, summary_metric_path: string, should_minimize: boolean | null = null) => ({
  columns: [{ evaluation_object_ref: REF, scorer_name, summary_metric_path, should_minimize }],
});

describe("a leaderboard", () => {
  it("finds the score that a path into the summary means, and takes its own direction first", () => {
    expect(boardColumns(stored("exact", "true_fraction"))[0]).toMatchObject({ scoreId: "exact", direction: "higher" });
    expect(boardColumns(stored("Close", "distance.mean", true))[0]).toMatchObject({
      scoreId: "Close.distance",
      direction: "lower",
    });
    expect(boardColumns(stored("noted", "nested.a.mean", false))[0]?.scoreId).toBe("noted.nested.a");
  });

  it("takes the newest finished run of each model, also of a later version of the same evaluation on the same rows", () => {
    const [column] = boardColumns(stored("exact", "true_fraction"));
    if (column === undefined) throw new Error("no column");
    const other = REF.replace("abc", "xyz");
    const runs = [
      evaluationRun({ id: "broken", evaluation_ref: REF, state: "failed" }),
      evaluationRun({ id: "newest", evaluation_ref: other }),
      evaluationRun({ id: "exact", evaluation_ref: REF }),
      evaluationRun({ id: "elsewhere", evaluation_ref: other, dataset_key: "d2", model_name: "b" }),
    ];
    expect([...boardRuns(column, runs)].map(([model, { id }]) => [model, id])).toEqual([["agent", "newest"]]);
  });

  it("ranks models best first in the column's direction, equal ones together and those without a value last", () => {
    const ranking = (direction: boolean) => {
      const columns = boardColumns(stored("exact", "true_fraction", direction));
      const means = { a: 0.2, b: 0.4, c: 0.4, d: null, e: 0.1 };
      const runs = new Map(Object.keys(means).map((id) => [id, evaluationRun({ id })]));
      const figures = Object.entries(means).map(([id, mean]) =>
        evaluationFigures({ run_id: id, scores: [scoreFigures({ mean })] }),
      );
      const cells = columns.map((column) => boardCells(column, runs, figures));
      const rankedValueOf = (model: string) => cells[0]?.get(model)?.score?.mean ?? null;
      const rows = boardRows(cells, rankedValueOf, columns[0]?.direction ?? null);
      return rows.map(({ model, place }) => `${place} ${model}`);
    };
    expect(ranking(false)).toEqual(["1 b", "1 c", "3 a", "4 e", "null d"]);
    expect(ranking(true)).toEqual(["1 e", "2 a", "3 b", "3 c", "null d"]);
  });

  it("distinguishes checkpoints from other models by the step in their names, refs with a digest included", () => {
    const ref = `weave:///demo/airline/object/agent:step40:${"a".repeat(43)}`;
    const rows = ["gpt-4.1", "agent:step20", ref].map((model) => ({ model, place: null, value: null, cells: [] }));
    const kinds = (["models", "checkpoints"] as const).map((kind) =>
      modelsOfKind(rows, kind).map(({ model }) => model),
    );
    expect(kinds).toEqual([["gpt-4.1"], ["agent:step20", ref]]);
  });

  it("marks the best value in the column's direction, and tells a missing score from one that loads", () => {
    const [column] = boardColumns(stored("exact", "true_fraction", true));
    if (column === undefined) throw new Error("no column");
    const runs = new Map(["a", "b", "c", "d"].map((id) => [id, evaluationRun({ id })]));
    const figures = [
      evaluationFigures({ run_id: "a", scores: [scoreFigures({ mean: 0.2 })] }),
      evaluationFigures({ run_id: "b", scores: [scoreFigures({ mean: 0.4 })] }),
      evaluationFigures({ run_id: "c", scores: [] }),
    ];
    const cells = boardCells(column, runs, figures);
    expect(
      [...cells].map(([model, { isBest, score }]) => [model, isBest, score === null ? null : score?.mean]),
    ).toEqual([
      ["a", true, 0.2],
      ["b", false, 0.4],
      ["c", false, null],
      ["d", false, undefined],
    ]);
  });
});
