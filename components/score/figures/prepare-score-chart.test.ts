import { describe, expect, it } from "vitest";
import type { TracesScope } from "@/lib/address/traces-href";
import type { ScoreFigures, ScoreOfCalls, ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import { prepareScoreChart } from "./prepare-score-chart";

const NOW_MS = Date.parse("2026-11-20T15:00:00Z");
const START = "2026-11-20T10:00:00Z";
const NEXT = "2026-11-20T11:00:00Z";

const figures = (members: Partial<ScoreFigures> = {}): ScoreFigures => ({
  call_count: 0,
  number_count: 0,
  mean: null,
  min: null,
  max: null,
  true_count: 0,
  false_count: 0,
  ...members,
});
const numbers = (mean: number, count: number, [min, max] = [0, 1]) =>
  figures({ call_count: count, number_count: count, mean, min: min ?? null, max: max ?? null });
const booleans = (trues: number, falses: number) =>
  figures({ call_count: trues + falses, true_count: trues, false_count: falses });
const scoreOf = (members: Partial<ScoreOfCalls> = {}): ScoreOfCalls => ({
  field: "score.reward",
  totals: figures(),
  buckets: [],
  bins: [],
  values: [],
  groups: [],
  group_count: 0,
  ...members,
});
const result = (members: Partial<ScoresFiguresResult> = {}): ScoresFiguresResult => ({
  after: START,
  before: "2026-11-20T12:00:00Z",
  bucket_seconds: 3600,
  starts: [START, NEXT],
  by: "op",
  scores: [],
  ...members,
});
const scope: TracesScope = { slug: "w", query: "", source: "production", areRootsOnly: false, range: { kind: "all" } };
const chartOf = (score: ScoreOfCalls, rest: Partial<ScoresFiguresResult> = {}) =>
  prepareScoreChart(result(rest), score, scope, NOW_MS);

describe("the chart of a score", () => {
  it("shows the mean of numbers with the number of scored calls", () => {
    const chart = chartOf(scoreOf({ totals: numbers(0.625, 1204) }));
    expect(chart).toMatchObject({ name: "reward", figure: "mean 0.625", count: "1,204 scored calls" });
    expect(chart.summary).toBe("reward: mean 0.625, 1,204 scored calls, from 0 to 1.");
  });

  it("shows the share of true among true and false", () => {
    const chart = chartOf(scoreOf({ totals: booleans(7, 1), buckets: [{ start: START, ...booleans(7, 1) }] }));
    expect(chart.figure).toBe("87.50% true");
    expect(chart.lines[0]?.points.map(({ value }) => value)).toEqual([0.875, null]);
    expect(chart.axis?.domain).toEqual([0, 1]);
    expect(chart.axis?.ticks.map(({ label }) => label)).toEqual(["0%", "50%", "100%"]);
  });

  it("leaves a gap where no call was scored, and a zero where scores are 0", () => {
    const buckets = [{ start: NEXT, ...numbers(0, 3) }];
    const [line] = chartOf(scoreOf({ totals: numbers(0, 3), buckets })).lines;
    expect(line?.points.map(({ value }) => value)).toEqual([null, 0]);
  });

  it("has a line for each group, and one line without a name for a single group", () => {
    const group = (value: string | null, mean: number) => ({ value, ...numbers(mean, 2), buckets: [] });
    const score = scoreOf({ totals: numbers(0.5, 4), groups: [group("chat", 0.4), group(null, 0.6)] });
    expect(chartOf(score).groups.map(({ label, text, calls }) => [label, text, calls])).toEqual([
      ["chat", "0.4", 2],
      ["no op", "0.6", 2],
    ]);
    expect(chartOf(scoreOf({ ...score, groups: [group("chat", 0.4)] })).lines.map(({ label }) => label)).toEqual([
      "reward",
    ]);
  });

  it("has a course from three points on", () => {
    const at = (hour: number) => ({ start: `2026-11-20T1${hour}:00:00Z`, ...numbers(0.5, 1) });
    const courseOf = (...buckets: ReturnType<typeof at>[]) =>
      chartOf(scoreOf({ totals: numbers(0.5, buckets.length), buckets })).hasCourse;
    expect([courseOf(at(0), at(1)), courseOf(at(0), at(1), at(2))]).toEqual([false, true]);
  });

  it("starts its axis below zero where scores are negative", () => {
    expect(chartOf(scoreOf({ totals: numbers(1, 2, [-3, 5]) })).axis?.domain).toEqual([-3, 5]);
    expect(chartOf(scoreOf({ totals: numbers(-2, 2, [-3, -1]) })).axis?.domain).toEqual([-3, 0]);
    expect(chartOf(scoreOf({ totals: numbers(30, 2, [2, 47]) })).axis?.domain[0]).toBe(0);
  });

  it("lists how values are distributed, each with a link to its calls", () => {
    const chart = chartOf(
      scoreOf({
        totals: numbers(0.5, 4),
        bins: [
          { from: 0, to: 0.5, count: 1 },
          { from: 0.5, to: 1, count: 3 },
        ],
        values: [{ value: "not sure", count: 1 }],
      }),
    );
    expect(chart.bars.map(({ label, count }) => [label, count])).toEqual([
      ["0 to 0.5", 1],
      ["0.5 to 1", 3],
      ["not sure", 1],
    ]);
    const queries = chart.bars.map(({ href }) => new URL(href, "http://w").searchParams.get("q"));
    expect(queries).toEqual([
      "score.reward:>=0 score.reward:<0.5",
      "score.reward:>=0.5 score.reward:<=1",
      'score.reward:"not sure"',
    ]);
  });

  it("draws no line for texts", () => {
    const chart = chartOf(scoreOf({ totals: figures({ call_count: 3 }), values: [{ value: "good", count: 3 }] }));
    expect(chart).toMatchObject({ axis: null, lines: [], figure: "1 value" });
  });

  it("says nothing of a score that no call has", () => {
    expect(chartOf(scoreOf())).toMatchObject({ figure: "–", count: "0 scored calls", bars: [], axis: null });
  });
});
