import type { ChartTable } from "@/lib/chart/chart-table";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { countOf, formatCount } from "@/lib/format/count";
import { formatDateTime } from "@/lib/format/time";
import type { RunCurves, RunPoint } from "./prepare-run-curves";

/** A position of the axis in words. */
export const placeOf = (over: RunCurves["over"], x: number): string =>
  over === "step" ? `step ${formatCount(x)}` : formatDateTime(x);

/** Returns the reason why no curve is drawn. */
export function emptyCurveWords({ over, levels }: RunCurves, isLoaded: boolean): string {
  if (!isLoaded) return "Loading the scores";
  if (over === "step" && levels.length > 0) return "No model name states a training step, as agent:step45 does.";
  return "No run has a score with a mean.";
}

/**
 * Returns a sentence about the rows, runs and models that the curve omits; empty where it has all.
 *
 * @param rows which rows count, where some do not
 */
export function curveFacts({ leftOut }: RunCurves, drawnRuns: number, allRuns: number, rows: string): string {
  const facts = [
    ...(rows === "" ? [] : [rows]),
    ...(allRuns > drawnRuns ? [`newest ${formatCount(drawnRuns)} of ${formatCount(allRuns)} runs`] : []),
    ...(leftOut > 0 ? [`${countOf(leftOut, "more model")} not drawn`] : []),
  ];
  return facts.join(", ");
}

/** The best of each line and the levels, for screen readers. */
export function curveSummary({ lines, levels, over }: RunCurves, scoreId: string): string {
  const best = lines.flatMap(({ label, points }) => {
    const point = points.find(({ isBest }) => isBest);
    return point ? [`${label} is best at ${placeOf(over, point.x)} with ${formatScore(point.value)}.`] : [];
  });
  const level = levels.map(({ label, value }) => `${label} has ${formatScore(value)}.`);
  return [`Mean of ${scoreId} of ${countOf(lines.length, "model")}.`, ...best, ...level].join(" ");
}

/** All points as a table; a model without steps has none beside checkpoints. */
export function curveTable({ lines, levels, over }: RunCurves, scoreId: string): ChartTable {
  const row = (label: string, x: number | string | null, { name, value, low, high, rows }: RunPoint) => [
    label,
    x,
    name,
    value,
    low,
    high,
    rows,
  ];
  const drawn = lines.flatMap(({ label, points }) =>
    points.map((point) => row(label, over === "step" ? point.x : new Date(point.x).toISOString(), point)),
  );
  return {
    head: ["model", over === "step" ? "step" : "started", "evaluation", scoreId, "low", "high", "rows"],
    rows: [...drawn, ...levels.map((level) => row(level.label, null, level))],
  };
}
