import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { RunOrigin } from "@/lib/api/contract/training-runs/run-origin";
import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { COMPANION_NAMES, companionsIn, firstMetric } from "@/service/training/training-runs/figures/companion-metrics";
import { type RewardFigures, rewardFigures } from "@/service/training/training-runs/figures/iteration-figures";
import type { JudgedIteration } from "@/service/training/training-runs/figures/judgement";
import { stalenessOf } from "@/service/training/training-runs/figures/staleness";
import {
  phaseSecondsOf,
  secondsAt,
  type TimedIterations,
  timeSplitOf,
} from "@/service/training/training-runs/figures/time-split";
import { verdictOf } from "@/service/training/training-runs/figures/verdict";
import type { LoggedColumns, LoggedRow } from "@/service/training/training-runs/logged/logged-columns";
import {
  LOGGED_PREFIX,
  type LoggedRunRecord,
  type LoggedRuns,
  restartsOf,
} from "@/service/training/training-runs/logged/logged-records";
import type { NotFinite } from "@/service/training/training-runs/logged/not-finite";
import { directoryOf } from "@/service/training/training-runs/series/read-series";
import { axisOf, type RunTable, tableOfIterations } from "@/service/training/training-runs/series/run-table";
import { reducedRewards } from "./reduced-rewards";
import { newestOf, type RunSigns } from "./run-signs";

/** Returns the id of a logged run as clients see it. */
export const loggedRunId = ({ id }: Pick<LoggedRunRecord, "id">) => `${LOGGED_PREFIX}${id}`;

/** Returns the stored id of a logged run; null for any other run. */
export function loggedIdOf(runId: string): string | null {
  return runId.startsWith(LOGGED_PREFIX) ? runId.slice(LOGGED_PREFIX.length) : null;
}

/** The names of the mean reward in the metrics of TRL, verl, prime-rl, slime and ART. */
const REWARD_NAMES = [
  "reward",
  "reward/mean",
  "critic/rewards/mean",
  "critic/score/mean",
  "rollout/raw_reward",
  "train/reward",
] as const;
/** The metrics that figures of a run are made of. */
const FIGURE_NAMES: ReadonlySet<string> = new Set([...REWARD_NAMES, ...COMPANION_NAMES]);

/** An iteration with its metrics, or those of them that are needed. */
interface MeasuredRow extends LoggedRow {
  readonly metrics: Readonly<Record<string, number>>;
}

/** Returns the iterations in order, with the metrics of these names. */
function measured(columns: LoggedColumns, names?: Iterable<string>): readonly MeasuredRow[] {
  const wanted = names === undefined ? columns.names : [...names];
  const { order } = columns;
  return columns.rows.map((row, index) => ({ ...row, metrics: columns.metricsAt(order[index] ?? 0, wanted) }));
}

/** Returns the rewards of an iteration: those of its rollouts, otherwise those that its metrics report. */
function rewardOf({ metrics, sums }: MeasuredRow): RewardFigures {
  if (sums !== null && sums.reward.mean !== null) return sums.reward;
  return { ...rewardFigures([]), mean: firstMetric(metrics, REWARD_NAMES) };
}

/**
 * Returns the iterations for the verdict. Their groups do not say how noisy they are: an imported or logged run may share
 * its noise among groups, so the scatter of the series counts.
 */
function judgedOf(iterations: readonly MeasuredRow[]): JudgedIteration[] {
  return iterations.map((one) => {
    const { mean, min, max, std_dev: deviation } = rewardOf(one);
    const {
      groups = 0,
      groupsWithSignal = 0,
      rollouts = 0,
      errors = 0,
      tokens = null,
      repeats,
      truncated,
    } = one.sums ?? {};
    const known = companionsIn(one.metrics);
    return {
      iteration: one.iteration,
      ...{ mean, min, max, groups, groupsWithSignal },
      error: null,
      failures: {
        failed: errors,
        ended: Math.max(errors, one.sums?.ended ?? rollouts + errors),
        error: one.sums?.failure ?? null,
      },
      deviation: rollouts > 1 ? deviation : null,
      ...known,
      length: known.length ?? (tokens === null || rollouts === 0 ? null : tokens / rollouts),
      repeats: repeats ?? known.repeats,
      truncated: truncated ?? known.truncated,
    };
  });
}

/** Returns when an iteration ended; null where the files of an imported run do not say. */
const endOf = ({ at, updatedAt }: Pick<LoggedRow, "at" | "updatedAt">): string | null =>
  at === "" ? null : (at ?? updatedAt);

/** Returns an iteration as clients see it, always as done: the newest one may get more rollouts while the run continues. */
function iterationOf(one: MeasuredRow): TrainingIteration {
  const { sums } = one;
  return {
    iteration: one.iteration,
    state: "done",
    problem: null,
    from_step: null,
    step: null,
    job_id: null,
    batch_id: null,
    started_at: one.startedAt,
    ended_at: endOf(one),
    reward: { ...rewardOf(one) },
    groups: sums?.groups ?? 0,
    groups_with_signal: sums?.groupsWithSignal ?? 0,
    rollouts: sums?.rollouts ?? 0,
    rollouts_planned: sums ? sums.rollouts + sums.errors : 0,
    errors: sums?.errors ?? 0,
    tokens: sums?.tokens ?? null,
    cost_usd: null,
    sampling_seconds: null,
    training_seconds: null,
    scores: { ...sums?.scores },
    metrics: { ...one.metrics },
    evaluation: null,
  };
}

/** Returns all iterations as clients see them, with the metrics of these names. */
function iterationsOf(columns: LoggedColumns, names?: Iterable<string>): TrainingIteration[] {
  const { sampling, training } = columns.memo("phase seconds", () => phaseSecondsOf(timedOf(columns)));
  return measured(columns, names).map((one, row) => ({
    ...iterationOf(one),
    sampling_seconds: secondsAt(sampling, row),
    training_seconds: secondsAt(training, row),
  }));
}

const MS_PER_MINUTE = 60_000;
const SECONDS_PER_MINUTE = 60;

/** The figures of a whole run. */
interface RunFigures extends Pick<TrainingRun, "rewards" | "verdict"> {
  readonly count: number;
  /** 0 where they are not known. */
  readonly tokens: number;
  /** True for a run whose times are those of files. */
  readonly isImported: boolean;
  /** Between the first and the last iteration, in seconds; null where the files of an imported run do not say. */
  readonly seconds: number | null;
  /** The ends of the first and the last iteration of which they are known, in milliseconds. */
  readonly firstMs: number | null;
  readonly lastMs: number | null;
}

/** Returns a number of tokens as clients see it: programs also log means over processes, and any other number. */
const wholeTokens = (count: number): number => Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.round(count)));

function figuresOf(columns: LoggedColumns): RunFigures {
  return columns.memo("figures", () => {
    const iterations = measured(columns, FIGURE_NAMES);
    const ends = iterations.flatMap((one) => endOf(one) ?? []).map((end) => Date.parse(end));
    const first = ends.reduce((least, end) => Math.min(least, end), Number.POSITIVE_INFINITY);
    const last = ends.reduce((most, end) => Math.max(most, end), Number.NEGATIVE_INFINITY);
    const table = tableOf(columns);
    return {
      count: iterations.length,
      tokens: wholeTokens(axisOf(table, "tokens")?.findLast(Number.isFinite) ?? 0),
      isImported: iterations.some(({ at }) => at !== null),
      seconds: axisOf(table, "time")?.findLast(Number.isFinite) ?? null,
      firstMs: ends.length === 0 ? null : first,
      lastMs: ends.length === 0 ? null : last,
      rewards: iterations.map((one) => rewardOf(one).mean),
      verdict: verdictOf(judgedOf(iterations), null),
    };
  });
}

const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Returns when a run started and ended, and its minutes; null, and 0 minutes, where the files of an imported run do not say. */
function timesOf(run: LoggedRunRecord, { isImported, seconds, firstMs, lastMs }: RunFigures) {
  const isOver = run.state !== "running";
  if (!isImported) {
    const logged = Math.max(0, Date.parse(run.updated_at) - Date.parse(run.created_at)) / MS_PER_MINUTE;
    return {
      started_at: run.created_at,
      ended_at: isOver ? run.updated_at : null,
      minutes: run.seconds === null ? logged : run.seconds / SECONDS_PER_MINUTE,
    };
  }
  const startedMs = Date.parse(originOf(run)?.started_at ?? "");
  return {
    started_at: timeText(Number.isFinite(startedMs) ? startedMs : firstMs),
    ended_at: isOver ? timeText(lastMs) : null,
    minutes: (run.seconds ?? seconds ?? 0) / SECONDS_PER_MINUTE,
  };
}

const originOf = ({ origin }: Pick<LoggedRunRecord, "origin">) =>
  origin === null ? null : (JSON.parse(origin) as RunOrigin);

function describe(run: LoggedRunRecord, columns: LoggedColumns, maxRewards: number | null): TrainingRun {
  const figures = figuresOf(columns);
  const { count, tokens, rewards, verdict } = figures;
  const { minutes, ...times } = timesOf(run, figures);
  return {
    id: loggedRunId(run),
    project_id: run.project_id,
    name: run.name,
    source: "log",
    state: run.state as RunState,
    reason: run.reason,
    created_at: run.created_at,
    created_by: run.user_id,
    ...times,
    model: null,
    logged_model: run.model,
    iterations_planned: null,
    iterations_done: count,
    phase: null,
    spent: { tokens, cost_usd: null, minutes },
    limits: { tokens: null, cost_usd: null, minutes: null },
    rewards: reducedRewards(rewards, maxRewards),
    verdict,
  };
}

/** Returns what watches judge of a logged run. */
export async function signsOfLoggedRun(runs: LoggedRuns, run: LoggedRunRecord): Promise<RunSigns> {
  const columns = await runs.columns.read(run);
  return {
    ...{ runId: loggedRunId(run), projectId: run.project_id, name: run.name, canBeActedOn: false },
    isOver: run.state !== "running",
    isWaiting: false,
    lastEventMs: newestOf([run.updated_at]),
    verdict: figuresOf(columns).verdict,
    judged: columns.memo("judged", () => judgedOf(measured(columns, FIGURE_NAMES))),
    costUsd: null,
    notFinite: run.not_finite === null ? null : (JSON.parse(run.not_finite) as NotFinite),
  };
}

/** Returns a logged run as an item of a list. */
export async function describeLoggedRun(
  runs: LoggedRuns,
  run: LoggedRunRecord,
  maxRewards: number | null = null,
): Promise<TrainingRun> {
  return describe(run, await runs.columns.read(run), maxRewards);
}

/** Returns a logged run with its iterations after one of them. */
export async function describeLoggedRunInDetail(
  runs: LoggedRuns,
  run: LoggedRunRecord,
  { after, hasMetrics, maxRewards }: { after: number; hasMetrics: boolean; maxRewards: number | null },
): Promise<TrainingRunDetail> {
  const columns = await runs.columns.read(run);
  const [taskCount, hasLog] = await Promise.all([runs.taskCount(run.id), runs.hasPrinted(run.id)]);
  const iterations = hasMetrics
    ? iterationsOf(columns)
    : columns.memo("iterations", () => iterationsOf(columns, REWARD_NAMES).map(withoutMetrics));
  return {
    ...describe(run, columns, maxRewards),
    settings: null,
    config: run.config === null ? null : (JSON.parse(run.config) as Record<string, unknown>),
    origin: originOf(run),
    task_count: taskCount === 0 ? null : taskCount,
    restarts: [...restartsOf(run)],
    has_log: hasLog,
    time_split: columns.memo("time split", () => timeSplitOf(timedOf(columns))),
    staleness: columns.memo("staleness", () => stalenessOf(staleOf(columns))),
    iterations: iterations.filter(({ iteration }) => iteration > after),
  };
}

/** The iterations with their rollouts by lag; null without rollouts, and for those of earlier versions. */
const staleOf = ({ rows }: LoggedColumns) =>
  rows.map(({ iteration, sums }) => ({
    ...{ iteration, lags: sums?.lags ?? null },
    rollouts: sums?.ended ?? 0,
  }));

function timedOf(columns: LoggedColumns): TimedIterations {
  const names = new Set(columns.names);
  return {
    iterations: columns.rows.map(({ iteration }) => iteration),
    column: (name) => (names.has(name) ? columns.column(name) : null),
  };
}

const withoutMetrics = (iteration: TrainingIteration): TrainingIteration => ({ ...iteration, metrics: {} });

const METRIC = "metric:";

/** All series of a logged run. */
function tableOf(columns: LoggedColumns): RunTable {
  return columns.memo("table", () => {
    const figures = tableOfIterations(measured(columns, REWARD_NAMES).map(iterationOf).map(withoutMetrics));
    const names = new Set(columns.names);
    return {
      ...figures,
      keys: [...figures.keys, ...columns.names.map((name) => `${METRIC}${name}`)],
      column: (key) => {
        const name = key.slice(METRIC.length);
        if (!key.startsWith(METRIC)) return figures.column(key);
        return names.has(name) ? { values: columns.column(name) } : null;
      },
    };
  });
}

/** Returns the series of a logged run, and their directory. */
export async function loggedTable(runs: LoggedRuns, run: LoggedRunRecord) {
  const columns = await runs.columns.read(run);
  const table = tableOf(columns);
  return { table, directory: columns.memo("directory", () => directoryOf(table)) };
}
