import type { RolloutGroup, TrainingIteration } from "@/lib/api/contract/training-runs/training-runs";
import { extremeRollouts } from "./extreme-rollouts";

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
  const rows = extremeRollouts([before, after]);
  if (rows.length === 0 || rows[0]?.groups.includes(null)) return null;
  return rows.map(({ key, title, groups: [one = null, other = null] }) => ({ key, title, before: one, after: other }));
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
