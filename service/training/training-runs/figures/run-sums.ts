import { type AnswerShares, UNKNOWN_SHARES } from "@/service/training/answers/answer-shares";
import type { GroupSums, RolloutRecords } from "@/service/training/training-runs/records/rollout-records";
import type { IterationRecord, TrainingRunRecord } from "@/service/training/training-runs/records/run-records";
import { frequentError } from "./failures";
import { hasSignal, type MeanError, meanErrorOf, type RewardFigures, rewardFigures } from "./iteration-figures";

/** Sums over the rollouts of an iteration. */
export interface IterationSums extends AnswerShares {
  readonly reward: RewardFigures;
  /** Of the mean reward; null when it is unknown. */
  readonly error: MeanError | null;
  readonly groups: number;
  readonly groupsWithSignal: number;
  /** Rollouts with a reward. */
  readonly rollouts: number;
  /** Rollouts that did not fail; some may wait for a label. */
  readonly answered: number;
  readonly errors: number;
  /** The most frequent error of its rollouts; null when none failed. */
  readonly failure: string | null;
  readonly tokens: number;
  /** Null when a model has no price. */
  readonly costUsd: number | null;
  /** The means of the scores. */
  readonly scores: Readonly<Record<string, number>>;
}

type SummedRollouts = Pick<RolloutRecords, "groupSums" | "scoreMeans" | "answerShares">;
type Run = Pick<TrainingRunRecord, "id" | "taskCount" | "settings">;

/** Maximum number of iterations in memory; each takes about 1 kB. */
const MAX_ITERATIONS = 20_000;

/** True once none of the iteration's rollouts can change. */
export const isSampled = ({ sampled_at: sampledAt }: IterationRecord) => sampledAt !== null;

/** The settings that determine whether all iterations have the same tasks. */
const hasSameTasks = ({ taskCount, settings }: Run) => taskCount <= settings.tasks_per_iteration;

/**
 * The sums of runs by iteration. Since pages poll, sums of sampled iterations stay in memory: a poll reads only the
 * rollouts of the iteration that is being sampled, however long the run is.
 */
export class RunSums {
  readonly #rollouts: SummedRollouts;
  readonly #maxIterations: number;
  /** The sums of each run's first iterations, the least recently used run first. */
  readonly #sampled = new Map<string, readonly IterationSums[]>();

  constructor(rollouts: SummedRollouts, maxIterations = MAX_ITERATIONS) {
    this.#rollouts = rollouts;
    this.#maxIterations = maxIterations;
  }

  /**
   * Returns the sums of all iterations of a run, in order.
   *
   * @param iterations all of the run, read before this call: the rollouts of a sampled one are complete by then
   */
  async read(run: Run, iterations: readonly IterationRecord[]): Promise<readonly IterationSums[]> {
    const known = (this.#sampled.get(run.id) ?? []).slice(0, iterations.length);
    const [groups, scores, shares] = await Promise.all([
      this.#rollouts.groupSums(run.id, known.length).then(byIteration),
      this.#rollouts.scoreMeans(run.id, known.length),
      this.#rollouts.answerShares(run.id, known.length),
    ]);
    const further = iterations.slice(known.length).map(({ iteration }) => ({
      ...sumsOfIteration(run, groups.get(iteration) ?? [], scores.get(iteration) ?? {}),
      ...(shares.get(iteration) ?? UNKNOWN_SHARES),
    }));
    const sums = [...known, ...further];
    const unsampled = iterations.findIndex((one) => !isSampled(one));
    this.#keep(run.id, unsampled === -1 ? sums : sums.slice(0, unsampled));
    return sums;
  }

  #keep(runId: string, sums: readonly IterationSums[]): void {
    this.#sampled.delete(runId);
    this.#sampled.set(runId, sums);
    let kept = [...this.#sampled.values()].reduce((count, { length }) => count + length, 0);
    for (const [oldest, { length }] of this.#sampled) {
      if (kept <= this.#maxIterations) return;
      this.#sampled.delete(oldest);
      kept -= length;
    }
  }
}

function sumsOfIteration(
  run: Run,
  groups: readonly GroupSums[],
  scores: Readonly<Record<string, number>>,
): Omit<IterationSums, keyof AnswerShares> {
  const sum = (value: (group: GroupSums) => number) => groups.reduce((total, group) => total + value(group), 0);
  return {
    reward: rewardFigures(groups),
    error: meanErrorOf(groups, hasSameTasks(run)),
    groups: groups.length,
    groupsWithSignal: groups.filter(hasSignal).length,
    rollouts: sum(({ count }) => count),
    answered: sum(({ answered }) => answered),
    errors: sum(({ errors }) => errors),
    failure: frequentError(groups.map(({ error }) => error)),
    tokens: sum(({ tokens }) => tokens),
    costUsd: sum(({ unpriced }) => unpriced) > 0 ? null : sum(({ costUsd }) => costUsd),
    scores,
  };
}

function byIteration(groups: readonly GroupSums[]): ReadonlyMap<number, readonly GroupSums[]> {
  const found = new Map<number, GroupSums[]>();
  for (const group of groups) {
    const own = found.get(group.iteration);
    if (own) own.push(group);
    else found.set(group.iteration, [group]);
  }
  return found;
}
