import { describe, expect, it } from "vitest";
import { plannedDifference } from "@/lib/evaluation/statistics/sample-size";
import { comparison, evaluationFigures, evaluationRun, scoreFigures } from "@/test/setup/evaluation-fixtures";
import { earlierPair, knownSpread, plainDifference, prepareDetectable, spreadNote } from "./prepare-detectable";

describe("the smallest detectable difference of a planned evaluation", () => {
  const spread = { examples: 100, trials: 4, detectable: 0.1, deviationWithin: 0.3 };

  it("is the earlier one for as many rows and trials, and falls with the root of the rows", () => {
    expect(plannedDifference(spread, 100, 4)).toBeCloseTo(0.1, 10);
    expect(plannedDifference(spread, 400, 4)).toBeCloseTo(0.05, 10);
  });

  it("falls with trials only as far as these are what varies", () => {
    // (0.1/2.8016)² · 100 = 0.1274, of which 2 · 0.3² / 4 = 0.045 is that of the trials.
    expect(plannedDifference(spread, 100, 1)).toBeCloseTo(2.8016 * Math.sqrt((0.0824 + 0.18) / 100), 3);
    expect(plannedDifference(spread, 100, 1000)).toBeCloseTo(2.8016 * Math.sqrt(0.0824 / 100), 2);
  });

  it("does not promise that trials help where one trial each says nothing about them", () => {
    const unknown = { ...spread, trials: 1, deviationWithin: null };
    expect(plannedDifference(unknown, 100, 8)).toBeCloseTo(0.1, 10);
  });

  it("falls more with rows than with trials, unless only trials vary", () => {
    expect(spreadNote(spread)).toBe("more rows help more than more trials");
    expect(spreadNote({ ...spread, deviationWithin: 1 })).toBe("more trials help as much as more rows");
    expect(spreadNote({ ...spread, deviationWithin: null })).toBe("earlier runs had one trial: more may help");
  });

  it("is drawn from one trial on, as far as the form goes", () => {
    const curve = prepareDetectable(spread, 50, 20);
    expect(curve.points).toHaveLength(20);
    expect(curve.x.ticks.map(({ label }) => label)).toEqual(["1 trial", "2", "4", "8", "12", "16"]);
    expect(curve.planned.trials).toBe(20);
    expect(plainDifference(0.0621)).toBe(".062");
    // The note stands below the curve's end.
    expect(curve.y.domain[0]).toBeLessThan((curve.points.at(-1)?.difference ?? 0) - 0.01);
  });
});

it("takes the newest two finished runs on the same rows", () => {
  const run = (id: string, given: object) => evaluationRun({ id, dataset_name: "tasks", dataset_key: "d1", ...given });
  const runs = [
    run("running", { state: "running" }),
    run("alone", { dataset_key: "d2" }),
    run("newest", {}),
    run("elsewhere", { dataset_name: "other" }),
    run("before", {}),
  ];
  const pair = earlierPair(runs, "tasks");
  expect([pair?.newest.id, pair?.before.id]).toEqual(["newest", "before"]);
  expect(earlierPair(runs, "other")).toBeNull();
});

it("reads the spread of a yes-or-no score first, and none where no difference is known", () => {
  const change = comparison({ examples: 50, detectable_difference: 0.08 });
  const scores = [
    scoreFigures({ id: "tone", kind: "number", change }),
    scoreFigures({ id: "exact", kind: "boolean", change, deviation_within: 0.2 }),
  ];
  expect(knownSpread(evaluationFigures({ scores }))).toEqual({
    scoreId: "exact",
    spread: { examples: 50, trials: 2, detectable: 0.08, deviationWithin: 0.2 },
  });
  expect(knownSpread(evaluationFigures({ scores: [scoreFigures({ change: comparison() })] }))).toBeNull();
});
