import { expect, it } from "vitest";
import { comparedTimes, percentText, stretchText, timeChart } from "./time-chart";

it("stacks the phases of each stretch, and gives each its mean and its share", () => {
  const { phases, columns, x, y, table } = timeChart({
    ...{ iterations: 4, overlaps: false },
    phases: [
      { phase: "sampling", seconds: 300 },
      { phase: "training", seconds: 100 },
    ],
    stretches: [
      { from: 1, to: 2, seconds: [100, 20] },
      { from: 3, to: 4, seconds: [50, 0] },
    ],
  });
  expect(phases.map(({ label, seconds, share }) => [label, seconds, share])).toEqual([
    ["sampling", 75, 0.75],
    ["training", 25, 0.25],
  ]);
  expect(columns.map(({ segments }) => segments.map(({ phase, from, to }) => [phase, from, to]))).toEqual([
    [
      ["sampling", 0, 100],
      ["training", 100, 120],
    ],
    // A phase without time has no segment.
    [["sampling", 0, 50]],
  ]);
  expect(x.domain).toEqual([0.5, 4.5]);
  expect(y.domain[1]).toBeGreaterThanOrEqual(120);
  expect(table.rows[0]).toEqual([1, 2, 100, 20]);
  expect(columns.map(stretchText)).toEqual(["1–2", "3–4"]);
});

it("labels long iterations in whole minutes, and short ones in seconds", () => {
  const labelsOf = (seconds: number) =>
    timeChart({
      ...{ iterations: 1, overlaps: false, phases: [{ phase: "training" as const, seconds }] },
      stretches: [{ from: 1, to: 1, seconds: [seconds] }],
    }).y.ticks.map(({ label }) => label);
  expect(labelsOf(0.25)).toEqual(["0 s", "0.1 s", "0.2 s", "0.3 s"]);
  expect(labelsOf(110)).toEqual(["0 s", "50 s", "100 s", "150 s"]);
  expect(labelsOf(590)).toEqual(["0 s", "5 m", "10 m"]);
});

it("compares the mean iteration of runs by phase, and sums up only phases that follow each other", () => {
  const split = (sampling: number, training: number, overlaps = false) => ({
    ...{ iterations: 10, overlaps, stretches: [] },
    phases: [
      { phase: "sampling" as const, seconds: sampling },
      { phase: "training" as const, seconds: training },
    ],
  });
  const waits = { ...split(0, 0), phases: [{ phase: "waiting" as const, seconds: 50 }] };
  const rows = comparedTimes([split(300, 100), null, waits, split(90, 80, true)]);
  expect(rows.map(({ label, cells }) => [label, ...cells.map((cell) => cell?.seconds ?? null)])).toEqual([
    ["sampling", 30, null, null, 9],
    ["training", 10, null, null, 8],
    ["waiting", null, null, 5, null],
    ["all", 40, null, 5, null],
  ]);
  expect(rows[0]?.cells[0]?.share).toBe(0.75);
  expect(comparedTimes([null, null])).toEqual([]);
  expect([0.004, 0.5, 0].map(percentText)).toEqual(["<1%", "50%", "0%"]);
});
