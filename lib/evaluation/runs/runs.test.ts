import { describe, expect, it } from "vitest";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import type { EvaluationComparison } from "@/lib/api/contract/evaluations/statistics";
import { formatDifference, formatInterval, formatScore } from "./format-score";
import { comparisonProblem, findRuns, groupRuns, previousRun, shownRuns } from "./run-groups";
import { runStateWords } from "./run-state-words";
import { isImprovement, scoreDirection } from "./score-direction";
import { isWithinNoise, verdictWords } from "./verdict-words";

const run = (given: Partial<EvaluationRun> & { id: string }): EvaluationRun => ({
  trace_id: given.id,
  name: given.id,
  state: "finished",
  started_at: `2026-11-20T10:00:0${given.id.length}Z`,
  ended_at: null,
  last_activity_at: null,
  exception: null,
  evaluation_ref: null,
  evaluation_id: "evaluation",
  model_ref: null,
  model_name: "model",
  dataset_ref: null,
  dataset_name: "sums",
  dataset_key: "d1",
  dataset_state: "stored",
  dataset_row_count: 10,
  trials: 1,
  ended_trial_count: 10,
  expected_trial_count: 10,
  writer: "evaluation",
  scorer_refs: [],
  source_run_id: null,
  user_id: null,
  ...given,
});

describe("groups of runs", () => {
  it("are the dataset versions, in the order of their newest run", () => {
    const groups = groupRuns([
      run({ id: "a" }),
      run({ id: "b", dataset_key: "d2" }),
      run({ id: "c" }),
      run({ id: "d", dataset_key: "", dataset_name: "" }),
    ]);
    expect(groups.map(({ name, runs }) => [name, runs.map(({ id }) => id)])).toEqual([
      ["sums", ["a", "c"]],
      ["sums", ["b"]],
      ["evaluation", ["d"]],
    ]);
  });

  it("join the runs of a logger by the name of their dataset", () => {
    const logged = { writer: "logger" as const };
    expect(groupRuns([run({ id: "a", ...logged }), run({ id: "b", dataset_key: "d2", ...logged })])).toHaveLength(1);
  });

  it("are those of one model, or of one evaluation, across datasets", () => {
    const runs = [
      run({ id: "a", model_name: "model-step-10" }),
      run({ id: "b", dataset_key: "d2", model_name: "" }),
      run({ id: "c", dataset_key: "d2", evaluation_id: "other", model_name: "model-step-20" }),
    ];
    const named = (by: "model" | "evaluation") => groupRuns(runs, by).map((group) => [group.name, group.runs.length]);
    expect(named("model")).toEqual([
      ["model", 2],
      ["unnamed model", 1],
    ]);
    expect(named("evaluation")).toEqual([
      ["evaluation", 2],
      ["other", 1],
    ]);
  });

  it("show their newest runs until they are opened, and never hide a single one", () => {
    const group = (count: number) => ({
      key: "g",
      name: "",
      runs: Array.from({ length: count }, () => run({ id: "a" })),
    });
    expect(shownRuns(group(40), [])).toHaveLength(15);
    expect(shownRuns(group(40), ["g"])).toHaveLength(40);
    expect(shownRuns(group(16), [])).toHaveLength(16);
  });

  it("compare a run with the one before it of the same model, and never with a broken one or another model's", () => {
    const newest = run({ id: "newest", started_at: "2026-11-20T10:00:09Z" });
    const others = [
      run({ id: "other", model_name: "other", started_at: "2026-11-20T10:00:08Z" }),
      run({ id: "failed", state: "failed", started_at: "2026-11-20T10:00:07Z" }),
      run({ id: "same", started_at: "2026-11-20T10:00:06Z" }),
    ];
    expect(previousRun(newest, [newest, ...others])?.id).toBe("same");
    expect(previousRun(newest, [newest, ...others.slice(0, 2)])).toBeNull();
    expect(previousRun(newest, [newest])).toBeNull();
    const elsewhere = others.map((other) => ({ ...other, dataset_key: "d2" }));
    expect(previousRun(newest, [newest, ...elsewhere])).toBeNull();
  });

  it("compare a checkpoint with the step before it, whenever that was evaluated", () => {
    const at = (step: number, second: number) =>
      run({ id: `s${step}`, model_name: `agent:step${step}`, started_at: `2026-11-20T10:00:0${second}Z` });
    const other = run({ id: "o", model_name: "other:step5", started_at: "2026-11-20T10:00:08Z" });
    const runs = [at(0, 9), other, at(10, 7), at(6, 6), at(3, 5)];
    const comparedWith = (id: string) => {
      const found = runs.find((one) => one.id === id);
      return found && (previousRun(found, runs)?.id ?? null);
    };
    expect(["s10", "s6", "s3", "s0", "o"].map(comparedWith)).toEqual(["s6", "s3", "s0", null, null]);
  });

  it("compare a prompt with its version before, with the same model", () => {
    const at = (id: string, ref: string | null, second: number, model = "gpt") =>
      run({ id, model_name: model, prompt_ref: ref, started_at: `2026-11-20T10:00:0${second}Z` });
    const runs = [
      at("v2again", "weave:///demo/airline/object/greet:bbb", 9),
      at("other", "weave:///demo/airline/object/bye:ccc", 8),
      at("v2", "weave:///demo/airline/object/greet:bbb", 7),
      at("v1elsewhere", "weave:///demo/airline/object/greet:aaa", 6, "claude"),
      at("v1", "weave:///demo/airline/object/greet:aaa", 5),
    ];
    const comparedWith = (index: number) => previousRun(runs[index] ?? run({ id: "none" }), runs)?.id ?? null;
    expect([0, 2, 3, 4].map(comparedWith)).toEqual(["v1", "v1", null, null]);
  });

  it("are found by name, model and dataset", () => {
    const runs = [run({ id: "a", model_name: "Adder" }), run({ id: "b" })];
    expect(findRuns(runs, " add").map(({ id }) => id)).toEqual(["a"]);
    expect(findRuns(runs, "sums")).toHaveLength(2);
  });

  it("can be compared two to six at a time, on one dataset", () => {
    expect(comparisonProblem([run({ id: "a" })], 6)).toContain("two to six");
    expect(comparisonProblem([run({ id: "a" }), run({ id: "b", dataset_name: "x" })], 6)).toContain(
      "different datasets",
    );
    expect(comparisonProblem([run({ id: "a" }), run({ id: "b" })], 6)).toBeNull();
    const logged = run({ id: "c", dataset_name: "my_set", writer: "logger" });
    expect(comparisonProblem([run({ id: "a" }), logged], 6)).toBeNull();
    expect(comparisonProblem([logged, { ...logged, dataset_name: "x" }], 6)).toContain("different datasets");
  });
});

describe("a run's state", () => {
  it("is said without claiming what is not known", () => {
    const nowMs = Date.parse("2026-11-20T12:00:00Z");
    const lost = run({ id: "a", state: "lost", last_activity_at: "2026-11-20T11:00:00Z", ended_trial_count: 3 });
    expect(runStateWords(lost, nowMs)).toMatch(/^No sign of life since .*, 3 of 10 trials$/);
    expect(runStateWords(run({ id: "a", state: "failed", exception: "TypeError: x" }), nowMs)).toBe(
      "Failed: TypeError: x",
    );
    expect(runStateWords(run({ id: "a", ended_trial_count: 9 }), nowMs)).toContain("incomplete");
  });
});

describe("scores", () => {
  it("are written with three decimals, differences with a sign and without the leading zero", () => {
    expect([formatScore(0.6), formatScore(null), formatScore(1234.56), formatScore(-0.5)]).toEqual([
      "0.600",
      "–",
      "1234.6",
      "−0.500",
    ]);
    expect([formatDifference(0.045), formatDifference(-0.01), formatDifference(0), formatDifference(1.5)]).toEqual([
      "+.045",
      "−.010",
      ".000",
      "+1.500",
    ]);
    expect(formatInterval({ low: 0.5388, high: 0.661 })).toBe(".539 to .661");
  });

  it("have a direction only where their name or kind gives one", () => {
    expect(scoreDirection("exact", "boolean")).toBe("higher");
    expect(scoreDirection("Close.distance", "number")).toBe("lower");
    expect(scoreDirection("answer_accuracy", "number")).toBe("higher");
    expect(scoreDirection("length", "number")).toBeNull();
    expect(isImprovement(0.1, "lower")).toBe(false);
    expect(isImprovement(0.1, null)).toBeNull();
  });
});

describe("verdicts", () => {
  const compared = (given: Partial<EvaluationComparison>): EvaluationComparison => ({
    examples: 50,
    difference: 0.02,
    interval: { low: -0.023, high: 0.063 },
    p: 0.4,
    test: "sign-flip",
    higher: 3,
    same: 45,
    lower: 2,
    verdict: "no-difference-shown",
    needed_examples: 620,
    detectable_difference: 0.06,
    ...given,
  });

  it("never call two runs equal", () => {
    expect(verdictWords(compared({}))).toBe(
      "No difference shown; could be from −.023 to +.063. About 620 examples would show a difference of this size.",
    );
    expect(verdictWords(compared({ verdict: "too-few-examples", examples: 9 }))).toContain(
      "9 shared examples, 10 needed",
    );
    expect(verdictWords(compared({ verdict: "too-few-changes" }))).toContain("5 examples changed, 6 needed");
    expect(isWithinNoise(compared({}))).toBe(true);
    expect(isWithinNoise(compared({ verdict: "higher", p: 0.01 }))).toBe(false);
  });
});
