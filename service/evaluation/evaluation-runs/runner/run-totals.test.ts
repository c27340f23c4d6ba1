import { expect, it } from "vitest";
import type { TrialResult } from "@/service/evaluation/evaluation-runs/trials/trial-result";
import { RunTotals } from "./run-totals";

const result = (position: number, trial: number, members: Partial<TrialResult> = {}): TrialResult => ({
  modelIndex: 0,
  position,
  trial,
  callId: `${position}-${trial}`,
  endedAt: new Date(1_763_650_000_000 + position).toISOString(),
  error: null,
  output: "x",
  scores: { exact: true },
  scorerErrors: {},
  latencyMs: 1,
  usage: {},
  tokens: 10,
  costUsd: 0.5,
  ...members,
});

const totalsOf = (rows: number, results: readonly TrialResult[]) => {
  const totals = new RunTotals({ models: 1, rows, trials: 2, scorers: ["exact"] });
  for (const one of results) totals.add(one);
  return totals;
};

it("takes the mean over rows, in which each row counts once", () => {
  const totals = totalsOf(2, [result(0, 0), result(0, 1), result(1, 0, { scores: { exact: false } })]);
  expect(totals.models()[0]?.scores[0]).toEqual({
    name: "exact",
    mean: 0.5,
    low: null,
    high: null,
    scored: 3,
    failed: 0,
  });
});

it("has an interval from ten rows on", () => {
  const results = Array.from({ length: 20 }, (_, at) => result(at, 0, { scores: { exact: at % 2 === 0 } }));
  const [score] = totalsOf(20, results).models()[0]?.scores ?? [];
  // Student's t for 19 degrees of freedom is 2.093, the standard error 0.1147.
  expect(score?.low).toBeCloseTo(0.5 - 0.24, 2);
  expect(score?.high).toBeCloseTo(0.5 + 0.24, 2);
});

it("counts neither a missing score nor a failed one as false", () => {
  const totals = totalsOf(3, [
    result(0, 0),
    result(1, 0, { scores: { exact: null } }),
    result(2, 0, { scores: { exact: null }, scorerErrors: { exact: "no" } }),
    result(2, 1, { scores: {}, error: "failed" }),
  ]);
  expect(totals.models()[0]?.scores[0]).toMatchObject({ mean: 1, scored: 1, failed: 2 });
  expect(totals.errors).toBe(2);
  expect(totals.firstErrors.map(({ error }) => error)).toEqual(["exact: no", "failed"]);
  expect([0, 1, 2].map((position) => totals.marksOf(position, 0).marks)).toEqual([["9."], ["n."], ["ee"]]);
});

it("does not know the cost as soon as one part of it is unknown", () => {
  expect(totalsOf(1, [result(0, 0), result(0, 1)]).costUsd).toBe(1);
  expect(totalsOf(1, [result(0, 0), result(0, 1, { costUsd: null })]).costUsd).toBeNull();
});

it("lists rows that have begun in their order, in which none moves when others end", () => {
  const totals = totalsOf(4, [result(2, 0), result(0, 0)]);
  totals.begin({ modelIndex: 0, position: 1, trial: 0 });
  expect(totals.positions()).toEqual([0, 1, 2]);
  expect(totals.marksOf(1, 0).marks).toEqual(["r."]);
  totals.add(result(0, 1));
  expect(totals.positions()).toEqual([0, 1, 2]);
  expect(totals.rowsComplete).toBe(1);
  totals.leave({ modelIndex: 0, position: 1, trial: 0 });
  expect(totals.positions()).toEqual([0, 2]);
});
