import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { MetricSeries, MetricTable } from "./metric-table";

/** The limits that a job's settings give for its metrics. */
export interface MetricLimits {
  /** The target KL of the trainer. */
  readonly kl: number | null;
  /** Norm above which gradients are clipped. */
  readonly gradientNorm: number | null;
}

export const NO_LIMITS: MetricLimits = { kl: null, gradientNorm: null };

/** A step that needs attention: a spike, or a limit that was crossed. */
export interface NotableStep {
  readonly kind: "spike" | "target" | "clipped";
  readonly path: string;
  /** Row of the table at which it begins. */
  readonly row: number;
  /** The gradient step at which it begins. */
  readonly step: number;
  /** The highest value until the end, and its row. */
  readonly peak: number;
  readonly peakRow: number;
  /** The limit that was crossed; null for a spike. */
  readonly limit: number | null;
  /** The first step below again; null while it lasts. */
  readonly endStep: number | null;
}

const KL_NAMES = ["kl_target", "target_kl"] as const;
const NORM_NAMES = ["max_grad_norm", "max_gradient_norm", "grad_clip", "gradient_clip"] as const;

/** Reads the limits from an `experimental_config`. */
export function readMetricLimits(config: Readonly<Record<string, unknown>> | null): MetricLimits {
  const first = (names: readonly string[]) => {
    const found = names.map((name) => plainNumber(config?.[name])).find((value) => typeof value === "number");
    return found !== undefined && found > 0 ? found : null;
  };
  return { kl: first(KL_NAMES), gradientNorm: first(NORM_NAMES) };
}

const isNorm = (path: string) => /grad(ient)?_norm$/.test(path);
const isKl = (path: string) => /(^|[./_])kl/.test(path);

/** Returns the limit of a metric; null where the settings give none. */
export function limitOf(path: string, limits: MetricLimits): number | null {
  return isNorm(path) ? limits.gradientNorm : isKl(path) ? limits.kl : null;
}

/** Maximum number of notable steps per metric, for jobs that spike at every step. */
const MAX_NOTABLE = 12;
/** Minimum number of values before a spike can be distinguished from the noise of the first steps. */
const MIN_VALUES = 5;
/** A spike is this many mean deviations above the mean of earlier values, and at least twice that mean. */
const SPIKE_DEVIATIONS = 6;
const SMOOTHING = 0.8;

/** The mean of earlier values, and their mean deviation from it. Spikes count as the highest normal value. */
class Baseline {
  #count = 0;
  #mean = 0;
  #deviation = 0;

  get threshold(): number {
    if (this.#count < MIN_VALUES) return Number.POSITIVE_INFINITY;
    return this.#mean + Math.max(SPIKE_DEVIATIONS * this.#deviation, Math.abs(this.#mean));
  }

  add(value: number): void {
    const held = Math.min(value, this.threshold);
    const weight = Math.min(SMOOTHING, this.#count / (this.#count + 1));
    this.#deviation =
      weight * this.#deviation + (1 - weight) * Math.abs(held - this.#mean) * (this.#count === 0 ? 0 : 1);
    this.#mean = weight * this.#mean + (1 - weight) * held;
    this.#count += 1;
  }
}

type Open = { row: number; step: number; peak: number; peakRow: number };

function notableOf(series: MetricSeries, steps: Float64Array, limit: number | null): readonly NotableStep[] {
  const { path, values, rows } = series;
  const kind = limit === null ? "spike" : isNorm(path) ? "clipped" : "target";
  const found: NotableStep[] = [];
  const baseline = new Baseline();
  let open: Open | null = null;
  const close = (span: Open, endStep: number | null) => found.push({ kind, path, limit, endStep, ...span });
  for (const [index, value] of values.entries()) {
    if (!Number.isFinite(value)) continue;
    const row = rows[index] ?? 0;
    const step = steps[row] ?? 0;
    const isAbove = value > (limit ?? baseline.threshold);
    baseline.add(value);
    if (!isAbove) {
      if (open !== null) close(open, step);
      open = null;
    } else if (open === null) open = { row, step, peak: value, peakRow: row };
    else if (value > open.peak) Object.assign(open, { peak: value, peakRow: row });
  }
  if (open !== null) close(open, null);
  return found;
}

const byRow = (left: NotableStep, right: NotableStep) => left.row - right.row;

/** Returns the highest notable steps of the metrics that show how stable a job is, in order. */
export function notableSteps(
  table: MetricTable,
  paths: readonly string[],
  limits: MetricLimits,
): readonly NotableStep[] {
  const { steps } = table;
  return paths
    .flatMap((path) => {
      const series = table.seriesOf(path);
      if (!series || !(isNorm(path) || isKl(path))) return [];
      return notableOf(series, steps, limitOf(path, limits))
        .toSorted((left, right) => right.peak - left.peak)
        .slice(0, MAX_NOTABLE);
    })
    .sort(byRow);
}
