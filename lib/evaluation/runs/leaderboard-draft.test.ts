import { describe, expect, it } from "vitest";
import { evaluationRun } from "@/test/setup/evaluation-fixtures";
import { boardColumns, storedLeaderboard } from "./leaderboard";
import { boardEvaluations, draftProblem, leaderboardDraft, leaderboardValue, newColumn } from "./leaderboard-draft";

const ref = (digest: string) => `weave:///demo/airline/object/tasks-evaluation:${digest}`;
const column = (scoreId: string) => ({ ...newColumn(0, ref("a")), scoreId });

describe("a leaderboard that is edited", () => {
  it("is stored in the shape of the SDK, and read back with the same scores", () => {
    const columns = [
      { ...column("exact"), direction: "higher" as const },
      { ...column("Close.distance"), key: 1, direction: "lower" as const },
      { ...column("v1\\.5"), key: 2 },
    ];
    const value = leaderboardValue({ name: "agents", description: "", columns }, null, (_, id) =>
      id === "Close.distance" ? "number" : "boolean",
    );
    expect(value).toEqual({
      _type: "Leaderboard",
      _class_name: "Leaderboard",
      _bases: ["BaseObject", "BaseModel"],
      name: "agents",
      description: null,
      columns: [
        ["exact", "true_fraction", false],
        ["Close", "distance.mean", true],
        ["v1.5", "true_fraction", null],
      ].map(([scorer_name, summary_metric_path, should_minimize]) => ({
        evaluation_object_ref: ref("a"),
        scorer_name,
        summary_metric_path,
        should_minimize,
      })),
    });
    expect(boardColumns(storedLeaderboard.parse(value)).map(({ scoreId }) => scoreId)).toEqual([
      "exact",
      "Close.distance",
      "v1\\.5",
    ]);
  });

  it("keeps members and paths that it does not change", () => {
    const stored = {
      _type: "Leaderboard",
      _class_name: "Leaderboard",
      _bases: ["BaseObject", "BaseModel"],
      owner: "qa",
      columns: [
        { evaluation_object_ref: ref("a"), scorer_name: "noted", summary_metric_path: "own.figure", note: 1 },
        { evaluation_object_ref: ref("a"), scorer_name: "exact", summary_metric_path: "true_fraction" },
      ],
    };
    const draft = leaderboardDraft("agents", stored);
    const columns = draft.columns.map((each) => (each.key === 1 ? { ...each, scoreId: "tone" } : each));
    expect(leaderboardValue({ ...draft, columns }, stored, () => "number")).toMatchObject({
      owner: "qa",
      columns: [
        { scorer_name: "noted", summary_metric_path: "own.figure", note: 1 },
        { scorer_name: "tone", summary_metric_path: "mean" },
      ],
    });
  });

  it("stores weights other than 1, reads them back, and removes none that was stored", () => {
    const weighted = (...weights: string[]) => ({
      ...{ name: "agents", description: "" },
      columns: weights.map((weight, key) => ({ ...column("exact"), key, scoreId: `score ${key}`, weight })),
    });
    const stored = leaderboardValue(weighted("1", "2.5", "0"), null, () => "number");
    expect(stored.columns).toMatchObject([{}, { weight: 2.5 }, { weight: 0 }]);
    expect((stored.columns as object[])[0]).not.toHaveProperty("weight");
    expect(boardColumns(storedLeaderboard.parse(stored)).map(({ weight }) => weight)).toEqual([1, 2.5, 0]);
    const draft = leaderboardDraft("agents", stored);
    expect(draft.columns.map(({ weight }) => weight)).toEqual(["1", "2.5", "0"]);
    const even = { ...draft, columns: draft.columns.map((each) => ({ ...each, weight: "1" })) };
    expect(leaderboardValue(even, stored, () => "number").columns).toMatchObject([{}, { weight: 1 }, { weight: 1 }]);
  });

  it("names the column with a wrong weight, as it is typed and as it is stored", () => {
    const problemOf = (...weights: string[]) =>
      draftProblem({
        ...{ name: "agents", description: "" },
        columns: weights.map((weight, key) => ({ ...column(`score ${key}`), key, weight })),
      });
    for (const weight of ["", "much", "-1", "1001", "Infinity"])
      expect(problemOf("1", weight)).toBe("The weight of column 2 is a number from 0 to 1000.");
    expect(problemOf("0", "0")).toBe("Give a column a weight above 0.");
    expect(problemOf("0", "1e-3")).toBeNull();
    const stored = {
      columns: [{ evaluation_object_ref: "r", scorer_name: "s", summary_metric_path: "mean", weight: "2" }],
    };
    expect(storedLeaderboard.safeParse(stored).error?.issues[0]?.path).toEqual(["columns", 0, "weight"]);
  });

  it("offers the newest version of each evaluation on the same rows, and those that it names already", () => {
    const runs = [
      evaluationRun({ id: "r3", evaluation_ref: ref("c"), dataset_key: "d" }),
      evaluationRun({ id: "r2", evaluation_ref: ref("b"), dataset_key: "d" }),
      evaluationRun({ id: "r1", evaluation_ref: ref("a"), dataset_key: "other" }),
      evaluationRun({ id: "r0", evaluation_ref: ref("broken"), dataset_key: "z", state: "failed" }),
    ];
    const named = (columns: Parameters<typeof boardEvaluations>[1]) =>
      boardEvaluations(runs, columns).map(({ ref: each, runId }) => [each.split(":").at(-1), runId]);
    expect(named([])).toEqual([
      ["c", "r3"],
      ["a", "r1"],
    ]);
    expect(named([newColumn(0, ref("b")), newColumn(1, ref("gone"))])).toEqual([
      ["c", "r3"],
      ["b", "r2"],
      ["a", "r1"],
      ["gone", null],
    ]);
  });

  it("says what is missing", () => {
    const draft = { name: "agents", description: "", columns: [column("exact")] };
    expect(draftProblem(draft)).toBeNull();
    expect(draftProblem({ ...draft, name: "" })).toBe("Enter a name.");
    expect(draftProblem({ ...draft, columns: [] })).toBe("Add a column.");
    expect(draftProblem({ ...draft, columns: [column("")] })).toBe("Choose the score of column 1.");
    expect(draftProblem({ ...draft, columns: [column("exact"), column("exact")] })).toBe("Column 2 is there already.");
  });
});
