import type { TrajectoryRow } from "./collect-trajectories";
import { type FieldPath, groupKeyOf, type RowGrouping } from "./group-rows";

/** The groups of a grouping. */
export interface GroupingFigures {
  readonly groupCount: number;
  /** Number of groups with one trajectory, which cannot be compared with others. */
  readonly singleCount: number;
  /** Groups with more than one reward: the only ones that a job learns from. */
  readonly spreadCount: number;
}

/** A grouping with more groups of different rewards than the current one has. */
export interface GroupingProposal {
  readonly grouping: RowGrouping;
  readonly figures: GroupingFigures;
}

interface KeyedGroup {
  count: number;
  reward: number;
  hasSpread: boolean;
}

/** Returns the figures of a grouping. Missing rewards (NaN) are ignored. */
export function groupingFigures(
  rows: readonly TrajectoryRow[],
  rewards: Float64Array,
  grouping: RowGrouping,
): GroupingFigures {
  const groups = new Map<string | number | undefined, KeyedGroup>();
  for (const [index, row] of rows.entries()) {
    const key = groupKeyOf(row, index, grouping);
    const reward = rewards[index] ?? Number.NaN;
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { count: 1, reward, hasSpread: false });
      continue;
    }
    group.count += 1;
    if (Number.isNaN(group.reward)) group.reward = reward;
    else if (!Number.isNaN(reward) && reward !== group.reward) group.hasSpread = true;
  }
  const all = [...groups.values()];
  return {
    groupCount: all.length,
    singleCount: all.filter(({ count }) => count === 1).length,
    spreadCount: all.filter(({ hasSpread }) => hasSpread).length,
  };
}

/** Grouping by an outcome would compare equal outcomes with each other. */
const OUTCOME = /^(feedback|review)\.|reward|score|rating/i;

/** Checking every path of a large draft would take too long. */
const MAX_CHECKED_PATHS = 30;

/**
 * Returns the grouping with the most groups of different rewards, if most groups of the current one are single
 * trajectories. Null where none is better.
 */
export function proposeGrouping(
  rows: readonly TrajectoryRow[],
  rewards: Float64Array,
  paths: readonly FieldPath[],
  current: GroupingFigures,
): GroupingProposal | null {
  if (current.singleCount * 2 <= current.groupCount) return null;
  const likely = paths
    .filter(({ path, distinct }) => distinct > 1 && distinct * 2 <= rows.length && !OUTCOME.test(path))
    .slice(0, MAX_CHECKED_PATHS);
  const groupings: RowGrouping[] = [
    { kind: "first-message" },
    ...likely.map(({ path }) => ({ kind: "path" as const, path })),
  ];
  let best: GroupingProposal | null = null;
  for (const grouping of groupings) {
    const figures = groupingFigures(rows, rewards, grouping);
    if (figures.spreadCount > (best?.figures ?? current).spreadCount) best = { grouping, figures };
  }
  return best;
}
