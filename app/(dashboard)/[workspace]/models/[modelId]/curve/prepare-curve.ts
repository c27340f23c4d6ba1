import type { Checkpoint } from "@/components/training/models/use-checkpoints";
import type {
  CheckpointEvaluation,
  CheckpointScore,
  EvaluatedCheckpoint,
} from "@/lib/api/contract/evaluation-runs/checkpoint-evaluations";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { Axis } from "@/lib/chart/ticks";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { type Curve, type CurvePoint, stepAxis } from "@/lib/training/curves/curve";
import { metricTick } from "@/lib/training/metrics/format-metric";
import { valueAxis } from "@/lib/training/metrics/value-axis";

export interface Curves {
  readonly xLabel: "gradient step" | "step";
  readonly score: Curve;
  /** Mean reward and KL of the training data, where the trainer reports them. */
  readonly others: readonly Curve[];
}

/** Names of the trainers' metrics, the most common first. */
const REWARD_NAMES = [/^reward$/, /^train\/reward$/, /^val\/reward$/, /(^|\/)reward$/];
const KL_NAMES = [/^kl$/, /^kl_policy_ref$/, /^kl_div$/, /(^|[/_])kl([/_]|$)/];

const firstName = (names: readonly string[], patterns: readonly RegExp[]): string | null =>
  patterns.flatMap((pattern) => names.find((name) => pattern.test(name)) ?? [])[0] ?? null;

/** A score of one checkpoint, by default the one that selects the best checkpoint. */
export function decidingScore(
  { run }: Pick<EvaluatedCheckpoint, "run">,
  scoreId: string | undefined,
): CheckpointScore | null {
  return run?.figures?.scores.find(({ id }) => id === scoreId) ?? null;
}

/** Gradient steps by checkpoint step; null where no job reported one. */
function positions({ checkpoints }: CheckpointEvaluation): ReadonlyMap<number, number> | null {
  if (checkpoints.every(({ gradient_steps: steps }) => steps === 0)) return null;
  return new Map(checkpoints.map(({ step, gradient_steps: steps }) => [step, steps]));
}

/** The value of a line at a place between its points; null outside of it. */
function between(points: readonly CurvePoint[], x: number): number | null {
  const after = points.findIndex((point) => point.x >= x);
  const [right, left] = [points[after], points[after - 1]];
  if (right === undefined) return null;
  if (right.x === x) return right.value;
  if (left === undefined) return null;
  return left.value + ((right.value - left.value) * (x - left.x)) / (right.x - left.x);
}

/** Returns the scores that evaluated checkpoints have, first the one that selects the best checkpoint. */
export function scoreNames({ settings, checkpoints }: CheckpointEvaluation): readonly string[] {
  const found = checkpoints.flatMap(({ run }) => run?.figures?.scores.map(({ id }) => id) ?? []);
  return [...new Set([...(settings === null ? [] : [settings.score]), ...found])];
}

function scoreCurve(
  { settings, checkpoints, best }: CheckpointEvaluation,
  scoreId: string | undefined,
  xOf: (step: number) => number | null,
  x: Axis,
): Curve {
  const isDeciding = scoreId === settings?.score;
  const points: CurvePoint[] = [];
  const waiting: { step: number; x: number; isRunning: boolean }[] = [];
  for (const checkpoint of checkpoints) {
    const { step, run } = checkpoint;
    const at = xOf(step);
    if (at === null) continue;
    const score = decidingScore(checkpoint, scoreId);
    if (score === null || score.mean === null)
      waiting.push({ step, x: at, isRunning: run?.state === "running" || run?.state === "waiting" });
    else {
      const isBest = isDeciding && step === best?.step;
      points.push({ step, x: at, value: score.mean, low: score.low, high: score.high, isBest });
    }
  }
  const ends = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
  return {
    name: scoreId ?? "",
    points,
    open: waiting.map((point) => ({ ...point, value: between(points, point.x) })),
    x,
    y: valueAxis(Math.min(...ends), Math.max(...ends), formatScore),
  };
}

function metricCurve(
  name: string,
  checkpoints: readonly Checkpoint[],
  xOf: (step: number) => number | null,
  x: Axis,
): Curve {
  const points = checkpoints.flatMap(({ step, metrics }): CurvePoint[] => {
    const [value, at] = [plainNumber(metrics[name]), xOf(step)];
    if (typeof value !== "number" || !Number.isFinite(value) || at === null) return [];
    return [{ step, x: at, value, low: null, high: null, isBest: false }];
  });
  const values = points.map(({ value }) => value);
  return { name, points, open: [], x, y: valueAxis(Math.min(...values), Math.max(...values), metricTick) };
}

/**
 * Returns the curve of a score, with those of reward and KL on the same gradient steps.
 *
 * @param names of the metrics of the checkpoints
 * @param scoreId defaults to the score that selects the best checkpoint
 */
export function prepareCurves(
  evaluation: CheckpointEvaluation,
  checkpoints: readonly Checkpoint[],
  names: readonly string[],
  scoreId = evaluation.settings?.score,
): Curves {
  const places = positions(evaluation);
  const steps = new Set(evaluation.checkpoints.map(({ step }) => step));
  const xOf = (step: number) => (places === null ? (steps.has(step) ? step : null) : (places.get(step) ?? null));
  const xs = [...steps].flatMap((step) => xOf(step) ?? []);
  const x = stepAxis(xs.length === 0 ? [0] : xs);
  const others = [firstName(names, REWARD_NAMES), firstName(names, KL_NAMES)].flatMap((name) => name ?? []);
  return {
    xLabel: places === null ? "step" : "gradient step",
    score: scoreCurve(evaluation, scoreId, xOf, x),
    others: others.map((name) => metricCurve(name, checkpoints, xOf, x)),
  };
}
