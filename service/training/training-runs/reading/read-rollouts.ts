import type { RolloutGroup } from "@/lib/api/contract/training-runs/training-runs";
import { advantageOf, readAdvantageRule, rewardSpread } from "@/lib/training/trajectories/advantage-rule";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { groupTitle } from "@/service/training/batches/group-text";
import { hasSignal, spreadOf, sumsOf } from "@/service/training/training-runs/figures/iteration-figures";
import { byTask } from "@/service/training/training-runs/jobs/job-body";
import type { RolloutRecord } from "@/service/training/training-runs/records/rollout-records";
import type { TaskValues, TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { messagesOf } from "@/service/training/training-runs/rollouts/run-rollout";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";
import { readTasks } from "@/service/training/training-runs/tasks/read-tasks";

export interface RolloutSelection {
  readonly iteration: number;
  /** The last iteration with rollouts up to it, otherwise the first one after it. */
  readonly isNearest: boolean;
  readonly task: number | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * Returns the iteration whose rollouts are read.
 *
 * @param sampled iterations with rollouts, in order
 */
export function nearestOf(sampled: readonly number[], wanted: number, isNearest: boolean): number {
  if (!isNearest) return wanted;
  return sampled.findLast((one) => one <= wanted) ?? sampled[0] ?? wanted;
}

type Config = Readonly<Record<string, unknown>> | null;

/** Returns the group-relative advantage of each reward, by the rule that the settings of its job give. */
export function advantagesOf(rewards: readonly (number | null)[], config: Config): (number | null)[] {
  const rule = readAdvantageRule(config);
  const spread = rewardSpread(rewards.filter((reward) => reward !== null));
  return rewards.map((reward) => (reward === null ? null : advantageOf(reward, spread, rule)));
}

function rolloutsOf(group: readonly RolloutRecord[], config: Config): RolloutGroup["rollouts"] {
  const advantages = advantagesOf(
    group.map(({ reward }) => reward),
    config,
  );
  return group.map((one, index) => ({
    rollout: one.rollout,
    call_id: one.callId,
    trace_id: one.callId,
    answer: one.answer,
    finish_reason: one.finishReason,
    ...(one.steps.length === 0 ? {} : { steps: one.steps.map((step) => ({ ...step })) }),
    reward: one.reward,
    advantage: advantages[index] ?? null,
    scores: { ...one.scores },
    error: one.error,
    tokens: one.tokens,
    latency_ms: one.latencyMs,
    ended_at: one.endedAt,
  }));
}

/** The request of a task; empty when the task is no longer there. */
function requestOf(run: TrainingRunRecord, values: TaskValues | undefined): RolloutGroup["messages"] {
  return values === undefined ? [] : messagesOf(run.settings, values);
}

/** Returns the groups of an iteration of the service's own run. @throws NotFoundError */
export async function readRollouts(
  runs: TrainingRuns,
  run: TrainingRunRecord,
  { iteration: wanted, isNearest, task, limit, offset }: RolloutSelection,
  signal: AbortSignal,
) {
  const records = await runs.records.iterations(run.id, isNearest ? 0 : wanted - 1);
  const iteration = nearestOf(
    records.map((one) => one.iteration),
    wanted,
    isNearest,
  );
  const record = records.find((one) => one.iteration === iteration);
  if (record === undefined) throw new NotFoundError(`The run has no iteration ${wanted}.`);
  const groups = [...byTask(await runs.rollouts.ofIteration(run.id, iteration))];
  const tasks = await tasksOf(runs, run, signal);
  // A task whose rollouts all failed is not a group of the job.
  let sent = 0;
  const all = groups.map(([position, own]): RolloutGroup => {
    const sums = sumsOf(own.flatMap(({ reward }) => (reward === null ? [] : [reward])));
    const messages = requestOf(run, tasks[position]);
    const group = sent;
    if (sums.count > 0) sent += 1;
    return {
      task: position,
      group,
      title: groupTitle(messages),
      messages,
      values: tasks[position] ? { ...tasks[position] } : null,
      reward_mean: sums.count === 0 ? null : sums.sum / sums.count,
      reward_std_dev: sums.count === 0 ? null : spreadOf(sums),
      has_signal: hasSignal(sums),
      rollouts: rolloutsOf(own, run.settings.config),
    };
  });
  const selected = task === null ? all : all.filter((group) => group.task === task);
  return {
    iteration,
    from_step: record.from_step,
    groups: selected.slice(offset, offset + limit),
    total_groups: selected.length,
    has_more: selected.length > offset + limit,
  };
}

/** The tasks of a run; none where their table was deleted, so that answers can still be read. */
async function tasksOf(
  runs: TrainingRuns,
  run: TrainingRunRecord,
  signal: AbortSignal,
): Promise<readonly TaskValues[]> {
  const known = run.tasks ?? runs.activeRun(run.id)?.tasks;
  if (known) return known;
  try {
    return (await readTasks(runs.services, run.projectId, run.settings.tasks, signal)).values;
  } catch (error) {
    if (signal.aborted) throw error;
    return [];
  }
}
