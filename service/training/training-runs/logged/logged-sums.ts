import { type AnswerShares, AnswerSums } from "@/service/training/answers/answer-shares";
import { frequentError } from "@/service/training/training-runs/figures/failures";
import {
  hasSignal,
  type RewardFigures,
  type RewardSums,
  rewardFigures,
  sumsOf,
} from "@/service/training/training-runs/figures/iteration-figures";
import { type LagCounts, lagsOf } from "@/service/training/training-runs/figures/staleness";
import type { LoggedRolloutRecord } from "./logged-rollout-record";

/** Sums over the logged rollouts of an iteration. */
export interface LoggedSums {
  readonly reward: RewardFigures;
  readonly groups: number;
  readonly groupsWithSignal: number;
  /** Rollouts with a reward. */
  readonly rollouts: number;
  readonly errors: number;
  /** All rollouts: with a reward, failed, or neither. */
  readonly ended?: number;
  /** The most frequent error of its rollouts; null when none failed. */
  readonly failure?: string | null;
  /** Null when no rollout has them. */
  readonly tokens: number | null;
  /** Shares of the answers that an earlier one of their group equals, and that their maximum length cut off. */
  readonly repeats?: number | null;
  readonly truncated?: number | null;
  /** Rollouts by how stale the weights were that sampled them; null where none says it, absent in sums of earlier versions. */
  readonly lags?: LagCounts | null;
  /** The means of the scores that are numbers or booleans, by name. */
  readonly scores: Readonly<Record<string, number>>;
}

const numberOf = (value: unknown): number | null => {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" && Number.isFinite(value) ? value : null;
};

/** Returns rollouts by task, in order. */
export function byLoggedTask(
  rollouts: readonly LoggedRolloutRecord[],
): ReadonlyMap<number, readonly LoggedRolloutRecord[]> {
  const tasks = new Map<number, LoggedRolloutRecord[]>();
  for (const one of rollouts) {
    const own = tasks.get(one.task);
    if (own) own.push(one);
    else tasks.set(one.task, [one]);
  }
  return tasks;
}

/** Returns the sums of a group's rewards. */
export const rewardSumsOf = (group: readonly LoggedRolloutRecord[]): RewardSums =>
  sumsOf(group.flatMap(({ reward }) => reward ?? []));

function scoreMeans(rollouts: readonly LoggedRolloutRecord[]): Record<string, number> {
  const values = new Map<string, number[]>();
  for (const { content } of rollouts) {
    for (const [name, score] of Object.entries(content.scores)) {
      const value = numberOf(score);
      if (value !== null) values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  return Object.fromEntries(
    [...values].map(([name, all]) => [name, all.reduce((sum, one) => sum + one, 0) / all.length]),
  );
}

/** Of the rollouts that did not fail, as in the service's own runs. */
function answerShares(tasks: Iterable<readonly LoggedRolloutRecord[]>): AnswerShares {
  const sums = new AnswerSums();
  for (const group of tasks) {
    for (const { error, content } of group)
      if (error == null) sums.add({ answer: content.answer ?? null, finishReason: content.finish_reason ?? null });
    sums.endGroup();
  }
  return sums.result();
}

/** Returns the sums over the rollouts of an iteration. */
export function loggedSums(iteration: number, rollouts: readonly LoggedRolloutRecord[]): LoggedSums {
  const tasks = [...byLoggedTask(rollouts).values()];
  const groups = tasks.map(rewardSumsOf);
  const tokens = rollouts.flatMap((one) => one.tokens ?? []);
  return {
    reward: rewardFigures(groups),
    groups: groups.length,
    groupsWithSignal: groups.filter(hasSignal).length,
    rollouts: groups.reduce((sum, { count }) => sum + count, 0),
    errors: rollouts.filter(({ error }) => error != null).length,
    ended: rollouts.length,
    failure: frequentError(rollouts.map(({ error }) => error)),
    tokens: tokens.length === 0 ? null : tokens.reduce((sum, one) => sum + one, 0),
    ...answerShares(tasks),
    lags: lagsOf(
      iteration,
      rollouts.map(({ content }) => content.weight_version),
    ),
    scores: scoreMeans(rollouts),
  };
}
