import type { EvaluationFigures } from "@/lib/api/contract/evaluations/figures";
import type { EvaluationRun } from "@/lib/api/contract/evaluations/runs";
import { assignSeries, type ChartSeries, SERIES_COLORS } from "@/lib/chart/series";
import { type Axis, timeTicks } from "@/lib/chart/ticks";
import { checkpointOf } from "@/lib/evaluation/runs/checkpoint-name";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { shortPartWords } from "@/lib/evaluation/runs/row-words";
import type { ScoreDirection } from "@/lib/evaluation/runs/score-direction";
import { formatCount } from "@/lib/format/count";
import { parseTime } from "@/lib/format/time";
import { stepAxis } from "@/lib/training/curves/curve";
import { valueAxis } from "@/lib/training/metrics/value-axis";

/** The mean of a score in one run. */
export interface RunPoint {
  readonly runId: string;
  readonly name: string;
  /** Of the checkpoint; null where the model's name states none. */
  readonly step: number | null;
  /** The step or the start in milliseconds, as the axis has it. */
  readonly x: number;
  readonly value: number;
  /** The 95 % interval; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
  /** The rows that the value is over: `16 held-out`, or their number alone. */
  readonly rows: string;
  readonly isRunning: boolean;
  /** True for the best of its line, where the score's direction is known and the line has several points. */
  readonly isBest: boolean;
}

/** The runs of one model, by x. */
export interface RunLine extends ChartSeries {
  readonly points: readonly RunPoint[];
}

export interface RunCurves {
  readonly over: "step" | "time";
  readonly lines: readonly RunLine[];
  /** The newest run of each model without steps, where the axis has steps: drawn over its whole length. */
  readonly levels: readonly (RunPoint & { readonly label: string })[];
  /** Models that have no color left. */
  readonly leftOut: number;
  readonly x: Axis;
  readonly y: Axis;
}

/** More dashed levels hide the lines. */
const MAX_LEVELS = 3;
const HOUR_MS = 3_600_000;

type Options = {
  readonly scoreId: string;
  readonly direction: ScoreDirection;
  /** Null for steps where a model has two or more, else time. */
  readonly over: "step" | "time" | null;
};

/**
 * Returns the means of a score by model, over the steps of its checkpoints or over the time of its runs. A checkpoint that
 * was evaluated repeatedly has the value of its newest run.
 *
 * @param runs newest first; those without a value are left out
 */
export function prepareRunCurves(
  runs: readonly EvaluationRun[],
  figures: readonly EvaluationFigures[],
  { scoreId, direction, over: wanted }: Options,
): RunCurves {
  const byRun = new Map(figures.map((each) => [each.run_id, each]));
  const families = new Map<string, RunPoint[]>();
  for (const run of runs) {
    const own = byRun.get(run.id);
    const score = own?.scores.find(({ id }) => id === scoreId);
    const startedMs = parseTime(run.started_at);
    if (own === undefined || startedMs === null || score === undefined || score.mean === null) continue;
    const { model, step } = checkpointOf(run.model_name);
    const { low = null, high = null } = score.interval ?? {};
    const rows = shortPartWords(own) ?? formatCount(own.example_count);
    const point = { runId: run.id, name: run.name, step, value: score.mean, low, high, rows, isBest: false };
    const known = families.get(model) ?? [];
    families.set(model, [...known, { ...point, x: startedMs, isRunning: run.state === "running" }]);
  }
  const hasSteps = [...families.values()].some((points) => stepsOf(points).length > 1);
  const over = wanted ?? (hasSteps ? "step" : "time");
  const placed = [...families].map(([model, points]) => ({
    model,
    points: over === "step" ? stepsOf(points) : points,
  }));
  const drawn = placed.filter(({ points }) => points.length > 0).sort((a, b) => b.points.length - a.points.length);
  const names = assignSeries(drawn.map(({ model }) => model));
  const lines = names.map((model, index): RunLine => {
    const points = drawn.find((each) => each.model === model)?.points ?? [];
    const sorted = [...points].sort((left, right) => left.x - right.x);
    return { key: model, label: model, color: SERIES_COLORS[index] ?? "", points: withBest(sorted, direction) };
  });
  const levels =
    over === "time"
      ? []
      : [...families].flatMap(([label, points]) => {
          const newest = points.every(({ step }) => step === null) ? points[0] : undefined;
          return newest === undefined ? [] : [{ ...newest, label }];
        });
  const shown = [...lines.flatMap(({ points }) => points), ...levels.slice(0, MAX_LEVELS)];
  const ends = shown.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  return {
    over,
    lines,
    levels: levels.slice(0, MAX_LEVELS),
    leftOut: drawn.length - lines.length + Math.max(0, levels.length - MAX_LEVELS),
    x: axisOf(lines, over),
    y: valueAxis(Math.min(...ends), Math.max(...ends), formatScore),
  };
}

/** The newest point of each step. */
function stepsOf(points: readonly RunPoint[]): RunPoint[] {
  const newest = new Map<number, RunPoint>();
  for (const point of points) {
    if (point.step !== null && !newest.has(point.step)) newest.set(point.step, { ...point, x: point.step });
  }
  return [...newest.values()];
}

function withBest(points: readonly RunPoint[], direction: ScoreDirection): readonly RunPoint[] {
  const ended = points.filter(({ isRunning }) => !isRunning);
  if (direction === null || ended.length < 2) return points;
  const values = ended.map(({ value }) => value);
  const best = direction === "higher" ? Math.max(...values) : Math.min(...values);
  const first = ended.find(({ value }) => value === best);
  return points.map((point) => ({ ...point, isBest: point === first }));
}

function axisOf(lines: readonly RunLine[], over: "step" | "time"): Axis {
  const xs = lines.flatMap(({ points }) => points.map(({ x }) => x));
  if (xs.length === 0) return { domain: [0, 1], ticks: [] };
  if (over === "step") return stepAxis(xs);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const domain = last > first ? ([first, last] as const) : ([first - HOUR_MS, first + HOUR_MS] as const);
  return { domain, ticks: timeTicks(...domain) };
}

/** Returns the point of a line that is nearest to a position of the axis. */
export function nearestPoint({ points }: Pick<RunLine, "points">, x: number): RunPoint | undefined {
  return points.reduce<RunPoint | undefined>(
    (nearest, point) => (nearest === undefined || Math.abs(point.x - x) < Math.abs(nearest.x - x) ? point : nearest),
    undefined,
  );
}
