import { expect, test } from "vitest";
import type { RunSeries } from "@/lib/api/contract/training-runs/run-series";
import { areaPath, gapPath } from "./gap-paths";
import { positionText, seriesChart, seriesName, seriesTitles, valueRange } from "./series-chart";

const run = (id: string) => ({ id, label: id, color: `color of ${id}` });
const series = (members: Partial<RunSeries>): RunSeries => ({
  key: "metric:loss",
  x: [1, 2, 3],
  last: [1, 2, 3],
  ...members,
});
const plain = { x: "step", isLog: false, isClipped: true, range: [1, 3] } as const;

test("a smoothed line has its values behind it, and the axis has room for the extremes", () => {
  const chart = seriesChart(
    "metric:loss",
    [{ run: run("a"), series: series({ smooth: [1, 1.5, 2], low: [0, 2, 3], high: [1, 9, 3] }) }],
    plain,
  );
  expect(chart?.lines[0]).toMatchObject({ line: [1, 1.5, 2], raw: [1, 2, 3] });
  expect(chart?.y.domain[0]).toBeLessThan(0);
  expect(chart?.y.domain[1]).toBeGreaterThan(9);
});

test("outliers are beyond the axis and named with their values, where they would flatten the others", () => {
  const xs = Array.from({ length: 200 }, (_, index) => index + 1);
  const last = xs.map((x) => (x === 50 ? 400 : x === 60 ? -300 : Math.sin(x)));
  const chart = seriesChart("metric:loss", [{ run: run("a"), series: series({ x: xs, last }) }], {
    ...plain,
    range: [1, 200],
  });
  expect(chart?.clipped.map(({ x, value, isAbove }) => [x, value, isAbove])).toEqual([
    [50, 400, true],
    [60, -300, false],
  ]);
  const whole = seriesChart("metric:loss", [{ run: run("a"), series: series({ x: xs, last }) }], {
    ...{ ...plain, range: [1, 200], isClipped: false },
  });
  expect(whole?.clipped).toEqual([]);
  expect(valueRange([1, 2, 3], true)).toEqual([1, 3]);
});

test("a log scale leaves out what it cannot show and counts it", () => {
  const chart = seriesChart("metric:loss", [{ run: run("a"), series: series({ last: [0, -1, 10] }) }], {
    ...plain,
    isLog: true,
  });
  expect(chart?.hiddenCount).toBe(2);
  expect(chart?.lines[0]?.line).toEqual([null, null, 10]);
});

test("only visible values set the axis, and a chart without any is none", () => {
  const chart = seriesChart("metric:loss", [{ run: run("a"), series: series({ last: [100, 2, 3] }) }], {
    ...plain,
    range: [2, 3],
  });
  expect(chart?.y.domain[1]).toBeLessThan(10);
  expect(
    seriesChart("metric:loss", [{ run: run("a"), series: series({ last: [null, null, null] }) }], plain),
  ).toBeNull();
});

test("a gap interrupts a line and an area, and a value between gaps is a dot", () => {
  const scales = { x: (value: number) => value, y: (value: number) => value };
  expect(gapPath([1, 2, 3, 4, 5], [1, 2, null, 4, null], scales)).toBe(
    "M1.0 1.0L2.0 2.0M4.0 4.0m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0",
  );
  expect(areaPath([1, 2, 3], [0, null, 0], [1, 1, 1], scales)).toBe("M1.0 1.0L1.0 0.0ZM3.0 1.0L3.0 0.0Z");
});

test("positions are steps, tokens or the time since the start", () => {
  expect(positionText("step", 21.6)).toBe("step 22");
  expect(positionText("tokens", 1_200_000)).toContain("tokens");
  expect(positionText("time", 190)).toBe("after 3 m 10 s");
});

test("says where values are missing, once for all runs and only in the range", () => {
  const gap = (at: number): RunSeries => ({ key: "metric:loss", x: [1, at, 90], last: [1, null, 2] });
  const runs = [gap(40), gap(40), gap(60)].map((series, index) => {
    return { run: { id: `${index}`, label: "", color: "" }, series };
  });
  const choices = { x: "step", isLog: false, isClipped: false } as const;
  expect(seriesChart("metric:loss", runs, { ...choices, range: [1, 90] })?.gaps).toEqual([40, 60]);
  expect(seriesChart("metric:loss", runs, { ...choices, range: [50, 90] })?.gaps).toEqual([60]);
});

test("of several series with one meaning only the first is named by it, and figures of the service have no internal name", () => {
  const keys = ["figure:reward", "metric:actor/entropy", "metric:critic/rewards/mean", "metric:custom"];
  expect([...seriesTitles(keys).values()]).toEqual([
    { title: "Reward mean", isName: false },
    { title: "Entropy", isName: false },
    { title: "critic/rewards/mean", isName: true },
    { title: "custom", isName: true },
  ]);
  expect(["figure:signal", "figure:errors", "metric:kl"].map(seriesName)).toEqual([
    "Groups with signal",
    "Failed rollouts",
    "kl",
  ]);
});

test("typed ends of the values are those of the axis, an open one is that of the values", () => {
  const own = [{ run: run("a"), series: series({ last: [1, 5, 20] }) }];
  const chartOf = (low: number | null, high: number | null, isLog = false) =>
    seriesChart("metric:loss", own, { ...plain, isLog, bounds: [low, high] });
  const chart = chartOf(2, 10);
  expect([chart?.y.domain, chart?.isBounded]).toEqual([[2, 10], true]);
  expect(chart?.y.ticks.map(({ value }) => value)).toEqual([2, 4, 6, 8, 10]);
  expect(chart?.clipped.map(({ value }) => value)).toEqual([1, 20]);
  expect(chartOf(null, 10)?.y.domain).toEqual([1, 10]);
  expect(chartOf(2, 10, true)?.y.domain).toEqual([2, 10]);
  // A logarithm has no zero.
  expect(chartOf(0, 10, true)?.y.domain).toEqual([1, 10]);
});

test("a chart without values between typed ends keeps its own axis", () => {
  const own = [{ run: run("a"), series: series({}) }];
  const free = seriesChart("metric:loss", own, plain);
  for (const bounds of [
    [50, 60],
    [3, 2],
    [null, null],
  ] as const) {
    const chart = seriesChart("metric:loss", own, { ...plain, bounds });
    expect([chart?.y.domain, chart?.isBounded]).toEqual([free?.y.domain, false]);
  }
});

test("of many values beyond typed ends, the most extreme ones of each line are named", () => {
  const xs = Array.from({ length: 60 }, (_, index) => index + 1);
  const chart = seriesChart("metric:loss", [{ run: run("a"), series: series({ x: xs, last: xs }) }], {
    ...{ ...plain, range: [1, 60], bounds: [20, 30] },
  });
  expect(chart?.clipped.map(({ value }) => value).sort((left, right) => left - right)).toEqual([1, 60]);
});
