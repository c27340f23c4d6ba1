import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { TrainingIteration, TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { companionsIn, firstMetric } from "@/service/training-runs/figures/companion-metrics";
import { type RewardFigures, rewardFigures } from "@/service/training-runs/figures/iteration-figures";
import { type JudgedIteration, verdictOf } from "@/service/training-runs/figures/verdict";
import {
  type LoggedIterationRecord,
  type LoggedRunRecord,
  type LoggedRuns,
  restartsOf,
} from "@/service/training-runs/logged/logged-records";

const PREFIX = "log:";
const MINUTE_MS = 60_000;

/** Returns the id of a logged run as clients see it. */
export const loggedRunId = ({ id }: Pick<LoggedRunRecord, "id">) => `${PREFIX}${id}`;

/** Returns the stored id of a logged run; null for any other run. */
export function loggedIdOf(runId: string): string | null {
  return runId.startsWith(PREFIX) ? runId.slice(PREFIX.length) : null;
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
/** Returns the rewards of an iteration: those of its rollouts, otherwise those that its metrics report. */
function rewardOf({ metrics, sums }: LoggedIterationRecord): RewardFigures {
  if (sums !== null && sums.reward.mean !== null) return sums.reward;
  return { ...rewardFigures([]), mean: firstMetric(metrics, REWARD_NAMES) };
}

/**
 * Returns the iterations for the verdict. Their groups do not say how noisy they are: an imported or logged run may share
 * its noise among groups, so the scatter of the series counts.
 */
function judgedOf(iterations: readonly LoggedIterationRecord[]): JudgedIteration[] {
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
const endOf = ({ at, updatedAt }: Pick<LoggedIterationRecord, "at" | "updatedAt">): string | null =>
  at === "" ? null : (at ?? updatedAt);

/**
 * Returns an iteration as clients see it, always as done: the newest one may get more rollouts while the run continues.
 */
function iterationOf(one: LoggedIterationRecord): TrainingIteration {
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

function describe(run: LoggedRunRecord, iterations: readonly LoggedIterationRecord[]): TrainingRun {
  const isOver = run.state !== "running";
  return {
    id: loggedRunId(run),
    project_id: run.project_id,
    name: run.name,
    source: "log",
    state: run.state as RunState,
    reason: run.reason,
    created_at: run.created_at,
    created_by: run.user_id,
    started_at: run.created_at,
    ended_at: isOver ? run.updated_at : null,
    model: null,
    logged_model: run.model,
    iterations_planned: null,
    iterations_done: iterations.length,
    phase: null,
    spent: {
      tokens: iterations.reduce((sum, { sums }) => sum + (sums?.tokens ?? 0), 0),
      cost_usd: null,
      minutes: Math.max(0, Date.parse(run.updated_at) - Date.parse(run.created_at)) / MINUTE_MS,
    },
    limits: { tokens: null, cost_usd: null, minutes: null },
    rewards: iterations.map((one) => rewardOf(one).mean),
    verdict: verdictOf(judgedOf(iterations), null),
  };
}

/** Returns a logged run as an item of a list. */
export async function describeLoggedRun(runs: LoggedRuns, run: LoggedRunRecord): Promise<TrainingRun> {
  return describe(run, await runs.iterations(run.id));
}

/** Returns a logged run with its iterations after one of them. */
export async function describeLoggedRunInDetail(
  runs: LoggedRuns,
  run: LoggedRunRecord,
  after: number,
): Promise<TrainingRunDetail> {
  const iterations = await runs.iterations(run.id);
  const taskCount = await runs.taskCount(run.id);
  return {
    ...describe(run, iterations),
    settings: null,
    config: run.config === null ? null : (JSON.parse(run.config) as Record<string, unknown>),
    task_count: taskCount === 0 ? null : taskCount,
    restarts: [...restartsOf(run)],
    iterations: iterations.filter(({ iteration }) => iteration > after).map(iterationOf),
  };
}
