import type { SeriesAxis } from "@/lib/api/contract/training-runs/run-series";
import type { TrainingIteration, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";

/** A series by iteration; NaN where it has no value. */
export interface TableColumn {
  readonly values: Float64Array<ArrayBuffer>;
  readonly bandLow?: Float64Array<ArrayBuffer>;
  readonly bandHigh?: Float64Array<ArrayBuffer>;
}

/** All series of a run. */
export interface RunTable {
  readonly iterations: readonly number[];
  /** The ends of the iterations, in milliseconds; NaN where unknown. */
  readonly endsMs: Float64Array<ArrayBuffer>;
  /** The tokens of each iteration by its rollouts; NaN where unknown. */
  readonly tokens: Float64Array<ArrayBuffer>;
  /** `figure:NAME` and `metric:NAME`. */
  readonly keys: readonly string[];
  readonly column: (key: string) => TableColumn | null;
}

/** Metrics that count the tokens of a run so far, by name. */
const TOTAL_TOKENS = ["num_tokens", "train/num_tokens", "progress/total_tokens", "data/cum/trainer_tokens"] as const;
/** Metrics that count the tokens of one iteration. */
const STEP_TOKENS = [
  "perf/total_num_tokens",
  "num_trainable_tokens",
  "train_tokens",
  "data/step_trainer_tokens",
] as const;
/** Metrics of the seconds that an iteration took. */
const STEP_SECONDS = ["timing_s/step", "perf/time_per_step", "step_time", "time/step", "train/step_time"] as const;

const MS_PER_SECOND = 1000;

const isKnown = (column: ArrayLike<number>) => Array.from(column).some(Number.isFinite);

/** Returns sums so far; unknown ones count as none. */
function sums(values: ArrayLike<number>): Float64Array<ArrayBuffer> {
  let sum = 0;
  return Float64Array.from(values, (value) => {
    sum += Number.isFinite(value) ? value : 0;
    return sum;
  });
}

/** Never descending: a program that began again, or a clock that was set back, would draw a line backwards. */
function ascending(values: ArrayLike<number>): Float64Array<ArrayBuffer> {
  let most = Number.NEGATIVE_INFINITY;
  return Float64Array.from(values, (value) => {
    if (!Number.isFinite(value)) return Number.NaN;
    most = Math.max(most, value);
    return most;
  });
}

const firstColumn = ({ column }: RunTable, names: readonly string[]) =>
  names.map((name) => column(`metric:${name}`)?.values).find((values) => values !== undefined && isKnown(values));

function tokensOf(table: RunTable): Float64Array<ArrayBuffer> | null {
  if (isKnown(table.tokens)) return sums(table.tokens);
  const total = firstColumn(table, TOTAL_TOKENS);
  if (total) return ascending(total);
  const own = firstColumn(table, STEP_TOKENS);
  return own ? sums(own) : null;
}

/** Returns the seconds since the end of the first iteration. */
function secondsOf(table: RunTable): Float64Array<ArrayBuffer> | null {
  const { endsMs } = table;
  if (isKnown(endsMs)) {
    const known = ascending(endsMs);
    const first = known.find(Number.isFinite) ?? 0;
    return known.map((ms) => (ms - first) / MS_PER_SECOND);
  }
  const own = firstColumn(table, STEP_SECONDS);
  return own ? sums(own) : null;
}

/** Returns an axis of a run, never descending; null where the run has no values for it. */
export function axisOf(table: RunTable, x: SeriesAxis): Float64Array<ArrayBuffer> | null {
  if (x === "step") return Float64Array.from(table.iterations);
  return x === "tokens" ? tokensOf(table) : secondsOf(table);
}

/** A figure that the service computes for each iteration. */
type Figure = (iteration: TrainingIteration) => { value: number | null; low?: number | null; high?: number | null };

function rewardOf({ reward: { mean, std_dev: spread, min, max } }: Pick<TrainingIteration, "reward">) {
  if (mean === null || spread === null) return { value: mean };
  return {
    value: mean,
    low: Math.max(min ?? -Infinity, mean - spread),
    high: Math.min(max ?? Infinity, mean + spread),
  };
}

const FIGURES: Readonly<Record<string, Figure>> = {
  reward: rewardOf,
  evaluation: ({ evaluation }) => ({
    value: evaluation?.mean ?? null,
    low: evaluation?.low ?? null,
    high: evaluation?.high ?? null,
  }),
  signal: ({ groups, groups_with_signal: count }) => ({ value: groups === 0 ? null : count / groups }),
  tokens: ({ tokens }) => ({ value: tokens }),
  cost: ({ cost_usd: cost }) => ({ value: cost === 0 ? null : cost }),
  errors: ({ errors, rollouts }) => ({ value: errors + rollouts === 0 ? null : errors / (errors + rollouts) }),
};

const FIGURE = "figure:";
const METRIC = "metric:";

/**
 * A table of iterations as clients see them. Those that are still sampled have no figures yet.
 *
 * @param base the evaluation of the model before training, which is iteration 0
 */
export function tableOfIterations(
  all: readonly TrainingIteration[],
  base: TrainingRunDetail["base_evaluation"] = null,
): RunTable {
  const before = base === null ? [] : [base];
  const iterations = all.filter(({ state }) => state !== "sampling" && state !== "labeling");
  const names = new Set(iterations.flatMap(({ metrics }) => Object.keys(metrics)));
  const columnOf = (read: Figure, hasBase = false): TableColumn => {
    const ofBase = before.map(({ mean, low, high }) => (hasBase ? { value: mean, low, high } : { value: null }));
    const found = [...ofBase, ...iterations.map(read)];
    const part = (of: (one: ReturnType<Figure>) => number | null | undefined) =>
      Float64Array.from(found, (one) => of(one) ?? Number.NaN);
    const hasBand = found.some(({ low }) => low != null);
    return {
      values: part(({ value }) => value),
      ...(hasBand ? { bandLow: part(({ low }) => low), bandHigh: part(({ high }) => high) } : {}),
    };
  };
  return {
    iterations: [...before.map(() => 0), ...iterations.map(({ iteration }) => iteration)],
    endsMs: Float64Array.from([
      ...before.map(() => Number.NaN),
      ...iterations.map(({ ended_at: end }) => (end === null ? Number.NaN : Date.parse(end))),
    ]),
    tokens: Float64Array.from([
      ...before.map(() => Number.NaN),
      ...iterations.map(({ tokens }) => tokens ?? Number.NaN),
    ]),
    keys: [...Object.keys(FIGURES).map((name) => `${FIGURE}${name}`), ...[...names].map((name) => `${METRIC}${name}`)],
    column: (key) => {
      const figure = key.startsWith(FIGURE) ? key.slice(FIGURE.length) : null;
      const read = figure !== null && Object.hasOwn(FIGURES, figure) ? FIGURES[figure] : undefined;
      if (read) return columnOf(read, figure === "evaluation");
      const name = key.slice(METRIC.length);
      if (!key.startsWith(METRIC) || !names.has(name)) return null;
      return columnOf(({ metrics }) => ({ value: Object.hasOwn(metrics, name) ? (metrics[name] ?? null) : null }));
    },
  };
}
