import type { RolloutGroup, TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";

/** The groups of one task in two iterations. */
export interface RolloutPair {
  /** The same in each iteration. */
  readonly key: string;
  readonly title: string;
  readonly before: RolloutGroup | null;
  readonly after: RolloutGroup | null;
}

/** A task has its position; a client's group only its first message, and the place among groups that begin alike. */
function keysOf(groups: readonly RolloutGroup[]): readonly (readonly [string, RolloutGroup])[] {
  const seen = new Map<string, number>();
  return groups.map((group) => {
    if (group.task !== null) return [`task ${group.task}`, group] as const;
    const title = group.title ?? "";
    const count = seen.get(title) ?? 0;
    seen.set(title, count + 1);
    return [`${title} ${count}`, group] as const;
  });
}

/** Returns the tasks of two iterations: those in both first, in the order of the later one. */
export function pairRollouts(before: readonly RolloutGroup[], after: readonly RolloutGroup[]): readonly RolloutPair[] {
  const [first, last] = [new Map(keysOf(before)), new Map(keysOf(after))];
  const pairs = [...new Set([...last.keys(), ...first.keys()])].map((key): RolloutPair => {
    const [one, other] = [first.get(key) ?? null, last.get(key) ?? null];
    return { key, title: other?.title ?? one?.title ?? key, before: one, after: other };
  });
  const isInBoth = (pair: RolloutPair) => pair.before !== null && pair.after !== null;
  return [...pairs.filter(isInBoth), ...pairs.filter((pair) => !isInBoth(pair))];
}

/** The rollouts of each end that are shown. */
const EXTREMES = 3;

interface RankedRollout {
  readonly group: RolloutGroup;
  readonly rollout: RolloutGroup["rollouts"][number];
  readonly reward: number;
}

/** Returns the rollouts with a reward, the best first. */
const ranked = (groups: readonly RolloutGroup[]): readonly RankedRollout[] =>
  groups
    .flatMap((group) =>
      group.rollouts.flatMap((rollout) =>
        rollout.reward === null ? [] : [{ group, rollout, reward: rollout.reward }],
      ),
    )
    .sort((left, right) => right.reward - left.reward);

/** A rollout alone, in place of its group. */
const alone = (ranked: RankedRollout | undefined): RolloutGroup | null =>
  ranked === undefined
    ? null
    : {
        ...ranked.group,
        ...{ rollouts: [ranked.rollout], reward_mean: ranked.reward, reward_std_dev: null, has_signal: true },
      };

/**
 * Returns the best and the worst rollouts of two iterations beside each other, for iterations that have no task in common;
 * null for others.
 */
export function extremePairs(
  before: readonly RolloutGroup[],
  after: readonly RolloutGroup[],
): readonly RolloutPair[] | null {
  const [first, last] = [new Map(keysOf(before)), new Map(keysOf(after))];
  if (first.size === 0 || last.size === 0 || [...first.keys()].some((key) => last.has(key))) return null;
  const [earlier, later] = [ranked(before), ranked(after)];
  if (earlier.length === 0 || later.length === 0) return null;
  // No rollout is among the best and the worst.
  const count = Math.min(EXTREMES, Math.floor(Math.min(earlier.length, later.length) / 2));
  const places = Array.from({ length: Math.max(1, count) }, (_, place) => place);
  const pairAt = (end: "best" | "worst", place: number): RolloutPair => {
    const at = end === "best" ? place : -1 - place;
    const title = `${end === "best" ? "Best" : "Worst"} rollout${place === 0 ? "" : ` ${place + 1}`}`;
    return { key: `${end} ${place}`, title, before: alone(earlier.at(at)), after: alone(later.at(at)) };
  };
  return [
    ...places.map((place) => pairAt("best", place)),
    ...(count === 0 ? [] : places.map((place) => pairAt("worst", place))),
  ];
}

/** The two iterations whose rollouts are compared. */
interface ComparedIterations {
  readonly from: TrainingIteration;
  readonly to: TrainingIteration;
}

/**
 * Returns the chosen iterations, otherwise the first one and the last one that has been sampled whole; null without
 * any.
 *
 * @param sampled iterations with rollouts, in order
 */
export function comparedIterations(
  sampled: readonly TrainingIteration[],
  chosen: { readonly from: number | null; readonly to: number | null },
): ComparedIterations | null {
  const at = (iteration: number | null) => sampled.find((one) => one.iteration === iteration);
  const from = at(chosen.from) ?? sampled[0];
  const to =
    at(chosen.to) ?? sampled.findLast(({ state }) => state !== "sampling" && state !== "labeling") ?? sampled[0];
  return from === undefined || to === undefined ? null : { from, to };
}
