import { TIME_PHASES, type TimePhase, type TimeSplit } from "@/lib/api/contract/training-runs/time-split";

/** The iterations of a run with what their metrics report, by column. */
export interface TimedIterations {
  readonly iterations: readonly number[];
  /** Returns the values of a metric, NaN where it has none; null for a metric that the run does not have. */
  readonly column: (name: string) => ArrayLike<number> | null;
}

type NamedPhase = Exclude<TimePhase, "other">;

/** The names that a program gives to seconds of an iteration. Each phase is the sum of its names. */
interface Dialect {
  readonly phases: Partial<Readonly<Record<NamedPhase, readonly string[]>>>;
  /** The seconds of the whole iteration; absent where the phases are all of it. */
  readonly whole?: string;
}

/**
 * Trainers of Heddle and its loggers, verl, the two programs of prime-rl, slime, ART. Times that are a part of another one
 * (verl's `generate_sequences` of `gen`) are not listed.
 */
const DIALECTS: readonly Dialect[] = [
  {
    phases: {
      sampling: ["time/sampling_s"],
      reward: ["time/reward_s"],
      training: ["time/training_s"],
      weight_sync: ["time/weight_sync_s"],
      loading: ["time/loading_s"],
      waiting: ["time/waiting_s"],
    },
  },
  {
    phases: {
      sampling: ["timing_s/gen"],
      reward: ["timing_s/reward"],
      training: ["old_log_prob", "ref", "values", "adv", "update_critic", "update_actor"].map(
        (name) => `timing_s/${name}`,
      ),
      weight_sync: ["timing_s/update_weights", "timing_s/param_sync", "timing_s/sync_rollout_weights"],
    },
    whole: "timing_s/step",
  },
  // The trainer of prime-rl before its orchestrator, which works at the same time.
  {
    phases: {
      training: ["time/forward_backward", "time/load_data"],
      weight_sync: ["time/broadcast_weights"],
      waiting: ["time/wait_for_batch"],
    },
    whole: "time/step",
  },
  {
    phases: {
      sampling: ["time/generate_completions"],
      weight_sync: ["time/update_weights"],
      waiting: ["time/wait_for_ckpt", "time/wait_for_weight_ckpt", "time/wait_for_policy"],
    },
    whole: "time/step",
  },
  {
    phases: {
      sampling: ["perf/rollout_time"],
      training: ["perf/train_time"],
      weight_sync: ["perf/update_weights_time"],
    },
    whole: "perf/step_time",
  },
  {
    phases: {
      sampling: ["time/step_actor_s"],
      training: ["time/step_trainer_s"],
      waiting: ["throughput/step_trainer_idle_s"],
    },
    whole: "time/step_wall_s",
  },
];

const MAX_STRETCHES = 60;
/** Clocks of phases and of the whole are read apart. */
const TOLERANCE = 1.02;

const isNamed = (phase: TimePhase): phase is NamedPhase => phase !== "other";

/** The seconds of each iteration by phase; NaN where they are not known. */
interface Times {
  readonly phases: readonly (readonly [TimePhase, Float64Array])[];
  readonly whole: ArrayLike<number> | null;
}

/** Returns the sums of columns; NaN where none of them has a value. */
function sumOf(columns: readonly ArrayLike<number>[], length: number): Float64Array {
  return new Float64Array(length).map((_, row) => {
    const known = columns.map((column) => column[row] ?? Number.NaN).filter((value) => value >= 0);
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0);
  });
}

/** Returns the times that a program reports; null where they do not divide an iteration. */
function timesIn({ phases: names, whole: wholeName }: Dialect, { iterations, column }: TimedIterations): Times | null {
  const phases = TIME_PHASES.filter(isNamed).flatMap((phase): [TimePhase, Float64Array][] => {
    const own = (names[phase] ?? []).map(column).filter((values) => values !== null);
    const sum = sumOf(own, iterations.length);
    return sum.some((value) => value > 0) ? [[phase, sum]] : [];
  });
  const whole = wholeName === undefined ? null : column(wholeName);
  return phases.length === 0 || (phases.length === 1 && whole === null) ? null : { phases, whole };
}

/** Returns the times with what their phases leave of the whole, where they leave anything, and whether they exceed it. */
function withOther({ phases, whole }: Times, length: number) {
  const named = sumOf(
    phases.map(([, seconds]) => seconds),
    length,
  );
  const rows = Array.from(named.keys()).filter((row) => named[row] !== undefined && !Number.isNaN(named[row]));
  const wholeAt = (row: number) => whole?.[row] ?? Number.NaN;
  const both = rows.filter((row) => wholeAt(row) >= 0);
  const sum = (read: (row: number) => number) => both.reduce((all, row) => all + read(row), 0);
  const overlaps = sum((row) => named[row] ?? 0) > TOLERANCE * sum(wholeAt);
  const other = named.map((value, row) => Math.max(0, wholeAt(row) - value) || 0);
  const hasOther = !overlaps && other.some((value) => value > 0);
  return { rows, overlaps, phases: hasOther ? [...phases, ["other", other] as const] : phases };
}

/**
 * Returns where the time of a run goes: sums, and means of up to 60 stretches of iterations; null where no program's names
 * are known, or only one of them and not the whole. A phase that an iteration does not report took no time there.
 */
export function timeSplitOf(run: TimedIterations): TimeSplit | null {
  const { iterations } = run;
  const [found] = DIALECTS.flatMap((dialect) => timesIn(dialect, run) ?? []);
  if (found === undefined) return null;
  const { rows, phases, overlaps } = withOther(found, iterations.length);
  const secondsOf = (seconds: ArrayLike<number>, own: readonly number[]) =>
    own.reduce((sum, row) => sum + (seconds[row] || 0), 0);
  const size = Math.ceil(rows.length / MAX_STRETCHES);
  const stretches = Array.from({ length: Math.ceil(rows.length / size) }, (_, at) =>
    rows.slice(at * size, (at + 1) * size),
  );
  return {
    iterations: rows.length,
    phases: phases.map(([phase, seconds]) => ({ phase, seconds: secondsOf(seconds, rows) })),
    overlaps,
    stretches: stretches.map((own) => ({
      from: iterations[own[0] ?? 0] ?? 0,
      to: iterations[own.at(-1) ?? 0] ?? 0,
      seconds: phases.map(([, seconds]) => secondsOf(seconds, own) / own.length),
    })),
  };
}

/** The seconds of each iteration, for {@link secondsAt}; null where no iteration reports them. */
interface PhaseSeconds {
  readonly sampling: ArrayLike<number> | null;
  readonly training: ArrayLike<number> | null;
}

/** Returns how long the iterations sampled and trained, by the names of the program that {@link timeSplitOf} reads. */
export function phaseSecondsOf(run: TimedIterations): PhaseSeconds {
  const [found] = DIALECTS.flatMap((dialect) => timesIn(dialect, run) ?? []);
  const of = (wanted: TimePhase) => found?.phases.find(([phase]) => phase === wanted)?.[1] ?? null;
  return { sampling: of("sampling"), training: of("training") };
}

/** Returns the seconds of an iteration; null where they are not known. */
export function secondsAt(seconds: ArrayLike<number> | null, row: number): number | null {
  const value = seconds?.[row] ?? Number.NaN;
  return Number.isNaN(value) ? null : value;
}

/** An iteration of this service, or of a client's jobs. */
interface MeasuredIteration {
  readonly iteration: number;
  readonly sampling_seconds: number | null;
  readonly labeling_seconds?: number | null | undefined;
  readonly training_seconds: number | null;
  readonly metrics: Readonly<Record<string, number>>;
}

/** Returns iterations with what their trainers report, and otherwise what the service measured. */
export function timedIterations(all: readonly MeasuredIteration[]): TimedIterations {
  const rows = all.map(
    ({ sampling_seconds: sampling, labeling_seconds: labels, training_seconds: training, metrics }) => ({
      ...(sampling === null ? {} : { "time/sampling_s": sampling }),
      ...(labels == null ? {} : { "time/reward_s": labels }),
      ...(training === null || Object.hasOwn(metrics, "time/training_s") ? {} : { "time/training_s": training }),
      ...metrics,
    }),
  );
  return {
    iterations: all.map(({ iteration }) => iteration),
    column: (name) =>
      rows.some((row) => Object.hasOwn(row, name))
        ? rows.map((row) =>
            Object.hasOwn(row, name) ? ((row as Record<string, number>)[name] ?? Number.NaN) : Number.NaN,
          )
        : null,
  };
}
