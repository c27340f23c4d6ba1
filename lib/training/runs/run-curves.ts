import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { axisCount } from "@/lib/chart/ticks";
import { formatScore } from "@/lib/evaluation/runs/format-score";
import { formatTotalCost } from "@/lib/format/money";
import { formatTokens } from "@/lib/format/tokens";
import { type Curve, type CurvePoint, stepAxis } from "@/lib/training/curves/curve";
import { formatMetric, metricTick } from "@/lib/training/metrics/format-metric";
import { valueAxis } from "@/lib/training/metrics/value-axis";

/** One chart of a run. */
export interface RunCurve {
  readonly key: string;
  readonly title: string;
  /** The unit of the value, or the meaning of the band. */
  readonly unit: string;
  readonly curve: Curve;
  readonly format: (value: number) => string;
  /** The meaning of the band; null where there is none. */
  readonly band: string | null;
}

interface Value {
  readonly value: number;
  readonly low?: number | null;
  readonly high?: number | null;
}

interface Measure extends Omit<RunCurve, "curve"> {
  readonly read: (iteration: TrainingIteration) => Value | null;
  readonly tick: (value: number) => string;
}

/** Names of the trainers' metrics, the most common first. */
const KL_NAMES = ["kl_policy_ref", "kl", "kl_div", "actor/kl_loss", "train/kl_loss"] as const;
const ENTROPY_NAMES = [
  "entropy",
  "policy_entropy",
  "actor/entropy",
  "actor/entropy_loss",
  "train/entropy_loss",
] as const;

const share = (value: number) => `${Math.round(value * 100)}%`;

function metricOf(names: readonly string[]) {
  return ({ metrics }: TrainingIteration): Value | null => {
    const value = names.flatMap((name) => metrics[name] ?? [])[0];
    return value === undefined ? null : { value };
  };
}

/** The mean with one standard deviation around it, inside the rewards that occurred. */
function rewardOf({ reward: { mean, std_dev: spread, min, max } }: TrainingIteration): Value | null {
  if (mean === null) return null;
  if (spread === null) return { value: mean };
  return {
    value: mean,
    low: Math.max(min ?? -Infinity, mean - spread),
    high: Math.min(max ?? Infinity, mean + spread),
  };
}

const MEASURES: readonly Measure[] = [
  {
    ...{ key: "reward", title: "Reward mean", unit: "spread of one standard deviation", band: "standard deviation" },
    ...{ read: rewardOf, format: (value) => formatMetric("reward", value), tick: metricTick },
  },
  {
    ...{ key: "signal", title: "Groups with signal", unit: "rewards differ", band: null },
    read: ({ groups, groups_with_signal: count }) => (groups === 0 ? null : { value: count / groups }),
    ...{ format: share, tick: share },
  },
  {
    ...{ key: "evaluation", title: "Evaluation score", unit: "of the checkpoint, 95% interval", band: "95% interval" },
    read: ({ evaluation }) =>
      evaluation?.mean == null ? null : { value: evaluation.mean, low: evaluation.low, high: evaluation.high },
    ...{ format: formatScore, tick: formatScore },
  },
  {
    ...{ key: "kl", title: "KL", unit: "to the base", band: null, read: metricOf(KL_NAMES) },
    ...{ format: (value) => formatMetric("kl", value), tick: metricTick },
  },
  {
    ...{ key: "entropy", title: "Entropy", unit: "towards 0: collapse", band: null, read: metricOf(ENTROPY_NAMES) },
    ...{ format: (value) => formatMetric("entropy", value), tick: metricTick },
  },
  {
    ...{ key: "tokens", title: "Tokens", unit: "of an iteration", band: null },
    read: ({ tokens }) => (tokens === null ? null : { value: tokens }),
    ...{ format: formatTokens, tick: axisCount },
  },
  {
    ...{ key: "cost", title: "Cost", unit: "of an iteration", band: null },
    read: ({ cost_usd: cost }) => (cost === null ? null : { value: cost }),
    ...{ format: formatTotalCost, tick: (value) => formatTotalCost(value) },
  },
];

/** Charts that are shown before they have a value; for a logged run, only the first. */
const ALWAYS: ReadonlySet<string> = new Set(["reward", "signal", "kl", "entropy"]);
const ALWAYS_LOGGED: ReadonlySet<string> = new Set(["reward"]);

/** Returns a separate chart for each metric of a logged run that no standard chart shows, by name. */
function otherMeasures(iterations: readonly TrainingIteration[]): readonly Measure[] {
  const shown: ReadonlySet<string> = new Set([...KL_NAMES, ...ENTROPY_NAMES]);
  const names = new Set(iterations.flatMap(({ metrics }) => Object.keys(metrics)));
  return [...names]
    .filter((name) => !shown.has(name))
    .sort()
    .map((name) => ({
      ...{ key: `metric ${name}`, title: name, unit: "", band: null, read: metricOf([name]) },
      ...{ format: (value) => formatMetric(name, value), tick: metricTick },
    }));
}

/** The model before training, as iteration 0. */
function pointOfBase(base: TrainingRunDetail["base_evaluation"]): CurvePoint | null {
  if (base?.mean == null) return null;
  return { step: 0, x: 0, value: base.mean, low: base.low, high: base.high, isBest: false };
}

/**
 * Returns the charts of a run over the iterations whose rollouts have their rewards: before that, the figures only
 * cover those that ended or were labeled first. Cost is left out where it is zero.
 *
 * @param base the evaluation of the model before training, which stands before the first iteration
 */
export function prepareRunCurves(
  all: readonly TrainingIteration[],
  source: TrainingRun["source"] = "service",
  base: TrainingRunDetail["base_evaluation"] = null,
): readonly RunCurve[] {
  const isLogged = source === "log";
  const always = isLogged ? ALWAYS_LOGGED : ALWAYS;
  const iterations = all.filter(({ state }) => state !== "sampling" && state !== "labeling");
  const basePoint = pointOfBase(base);
  const xs = [...(basePoint === null ? [] : [0]), ...iterations.map(({ iteration }) => iteration)];
  const x = stepAxis(xs.length === 0 ? [1] : xs);
  const measures = isLogged ? [...MEASURES, ...otherMeasures(iterations)] : MEASURES;
  return measures.flatMap(({ read, tick, ...chart }) => {
    const own = iterations.flatMap((one): CurvePoint[] => {
      const found = read(one);
      if (found === null || !Number.isFinite(found.value)) return [];
      const { value, low = null, high = null } = found;
      return [{ step: one.iteration, x: one.iteration, value, low, high, isBest: false }];
    });
    const points = chart.key === "evaluation" && basePoint !== null ? [basePoint, ...own] : own;
    const isEmpty = points.length === 0 || (chart.key === "cost" && points.every(({ value }) => value === 0));
    if (isEmpty && !always.has(chart.key)) return [];
    const ends = points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]);
    const isShare = chart.key === "signal";
    const y = isShare
      ? { domain: [0, 1] as const, ticks: [0, 0.5, 1].map((value) => ({ value, label: tick(value) })) }
      : valueAxis(Math.min(...ends), Math.max(...ends), tick);
    return [{ ...chart, curve: { name: chart.title, points, open: [], x, y } }];
  });
}
