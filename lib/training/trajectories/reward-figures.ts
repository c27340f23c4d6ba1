import { hasSpread, type RewardSpread, rewardSpread } from "./advantage-rule";
import type { TrajectoryRow } from "./collect-trajectories";
import type { TrajectoryGroup } from "./group-rows";

/** The state of a draft besides its rows: a reward for each, NaN where it is missing, and which rows are excluded. */
export interface DraftRows {
  readonly rows: readonly TrajectoryRow[];
  readonly groups: readonly TrajectoryGroup[];
  readonly rewards: Float64Array;
  /** 1 where a row is excluded. */
  readonly isOut: Uint8Array;
}

export interface GroupRewardFigures {
  readonly spread: RewardSpread;
  /** Rows that are sent. */
  readonly count: number;
  readonly missingRewards: number;
  readonly problemCount: number;
  readonly messageCount: number;
  readonly byteCount: number;
  /** Bytes of the rewards as they are written in the request. */
  readonly rewardDigits: number;
  /** True if the full group is excluded. */
  readonly isOut: boolean;
}

/** Caches the last draft of these groups with its statistics: a group with unchanged rewards keeps its statistics. */
const computedGroups = new WeakMap<
  DraftRows["groups"],
  { readonly draft: DraftRows; readonly figures: readonly GroupRewardFigures[] }
>();

/** The statistics of each group, over the sent rows. */
export function groupFigures(draft: DraftRows): GroupRewardFigures[] {
  const { rows, groups, rewards, isOut } = draft;
  const last = computedGroups.get(groups);
  const known = last?.draft.rows === rows ? last : undefined;
  const isSame = (index: number) =>
    known !== undefined &&
    known.draft.isOut[index] === isOut[index] &&
    Object.is(known.draft.rewards[index], rewards[index]);
  const figures = groups.map((group, at) => {
    const before = known?.figures[at];
    return before && group.rows.every(isSame) ? before : figuresOf(draft, group);
  });
  computedGroups.set(groups, { draft, figures });
  return figures;
}

function figuresOf({ rows, rewards, isOut }: DraftRows, group: TrajectoryGroup): GroupRewardFigures {
  const known: number[] = [];
  let count = 0;
  let faultCount = 0;
  let messageCount = 0;
  let byteCount = 0;
  let rewardDigits = 0;
  for (const index of group.rows) {
    const row = rows[index];
    if (!row || isOut[index] === 1) continue;
    count += 1;
    known.push(rewards[index] ?? Number.NaN);
    faultCount += row.problems.length;
    messageCount += row.messageCount;
    byteCount += row.end - row.start;
    rewardDigits += JSON.stringify(rewards[index] ?? 0).length;
  }
  const spread = rewardSpread(known);
  const isEmpty = count === 0 && group.rows.length > 0;
  return {
    spread,
    count,
    missingRewards: count - spread.count,
    problemCount: faultCount,
    messageCount,
    byteCount,
    rewardDigits,
    isOut: isEmpty,
  };
}

/** Statistics over all sent rows. */
export interface DraftTotals {
  readonly groupCount: number;
  readonly trajectoryCount: number;
  readonly messageCount: number;
  readonly byteCount: number;
  readonly exceptionCount: number;
  readonly rewardMean: number | null;
  /** Mean over groups with more than one trajectory of the population standard deviation; null where there is none. */
  readonly deviationMean: number | null;
  /**
   * Groups whose advantages are all zero: one trajectory, or equal rewards. Groups with missing rewards are not
   * counted.
   */
  readonly flatGroups: readonly number[];
  readonly missingRewards: number;
}

export function draftTotals({ groups }: DraftRows, figures: readonly GroupRewardFigures[]): DraftTotals {
  const flatGroups: number[] = [];
  let groupCount = 0;
  let trajectoryCount = 0;
  let messageCount = 0;
  let byteCount = 0;
  let exceptionCount = 0;
  let rewardSum = 0;
  let rewardCount = 0;
  let deviationSum = 0;
  let deviationCount = 0;
  for (const [index, figure] of figures.entries()) {
    if (figure.isOut) continue;
    const { spread } = figure;
    groupCount += 1;
    trajectoryCount += figure.count;
    messageCount += figure.messageCount;
    byteCount += figure.byteCount;
    exceptionCount += groups[index]?.exceptions.length ?? 0;
    rewardSum += (spread.mean ?? 0) * spread.count;
    rewardCount += spread.count;
    if (spread.count > 1 && spread.deviation !== null) {
      deviationSum += spread.deviation;
      deviationCount += 1;
    }
    if (figure.count > 0 && figure.missingRewards === 0 && !hasSpread(spread)) flatGroups.push(index);
  }
  return {
    groupCount,
    trajectoryCount,
    messageCount,
    byteCount,
    exceptionCount,
    rewardMean: rewardCount === 0 ? null : rewardSum / rewardCount,
    deviationMean: deviationCount === 0 ? null : deviationSum / deviationCount,
    flatGroups,
    missingRewards: trajectoryCount - rewardCount,
  };
}

export interface RewardBar {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const MAX_DISTINCT_VALUES = 12;
const BAR_COUNT = 20;

/** A histogram of rewards: one bar per value where there are few (from = to), else bars of equal width. */
export function rewardHistogram({ rewards, isOut }: Pick<DraftRows, "rewards" | "isOut">): RewardBar[] {
  const distinct = new Map<number, number>();
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const [index, reward] of rewards.entries()) {
    if (Number.isNaN(reward) || isOut[index] === 1) continue;
    min = Math.min(min, reward);
    max = Math.max(max, reward);
    if (distinct.size <= MAX_DISTINCT_VALUES) distinct.set(reward, (distinct.get(reward) ?? 0) + 1);
  }
  if (distinct.size === 0) return [];
  if (distinct.size <= MAX_DISTINCT_VALUES) {
    return [...distinct]
      .sort(([left], [right]) => left - right)
      .map(([value, count]) => ({ from: value, to: value, count }));
  }
  const width = (max - min) / BAR_COUNT;
  const counts = new Uint32Array(BAR_COUNT);
  for (const [index, reward] of rewards.entries()) {
    if (Number.isNaN(reward) || isOut[index] === 1) continue;
    const bar = Math.min(BAR_COUNT - 1, Math.floor((reward - min) / width));
    counts[bar] = (counts[bar] ?? 0) + 1;
  }
  return Array.from(counts, (count, bar) => ({ from: min + bar * width, to: min + (bar + 1) * width, count }));
}

/** Rewards against lengths: a grid of counts over the range of both, and their correlation. */
export interface RewardLengths {
  readonly columns: number;
  readonly lines: number;
  /** Row by row, the highest reward first. */
  readonly counts: Uint32Array;
  readonly most: number;
  readonly lengths: readonly [number, number];
  readonly rewards: readonly [number, number];
  /** Pearson's coefficient; null if either does not vary. */
  readonly correlation: number | null;
}

const COLUMNS = 32;
const LINES = 12;

/** Null with fewer than two known rewards. */
export function rewardLengths({ rows, rewards, isOut }: DraftRows): RewardLengths | null {
  const known: number[] = [];
  for (const [index, reward] of rewards.entries()) if (!Number.isNaN(reward) && isOut[index] === 0) known.push(index);
  if (known.length < 2) return null;
  const lengthOf = (index: number) => (rows[index]?.end ?? 0) - (rows[index]?.start ?? 0);
  const x = rewardSpread(known.map(lengthOf));
  const y = rewardSpread(known.map((index) => rewards[index] ?? 0));
  const [minX, maxX, minY, maxY] = [x.min ?? 0, x.max ?? 0, y.min ?? 0, y.max ?? 0];
  const counts = new Uint32Array(COLUMNS * LINES);
  let most = 0;
  let products = 0;
  const cell = (value: number, min: number, max: number, count: number) =>
    max === min ? 0 : Math.min(count - 1, Math.floor(((value - min) / (max - min)) * count));
  for (const index of known) {
    const reward = rewards[index] ?? 0;
    const length = lengthOf(index);
    products += (length - (x.mean ?? 0)) * (reward - (y.mean ?? 0));
    const at = (LINES - 1 - cell(reward, minY, maxY, LINES)) * COLUMNS + cell(length, minX, maxX, COLUMNS);
    counts[at] = (counts[at] ?? 0) + 1;
    most = Math.max(most, counts[at] ?? 0);
  }
  const divisor = (x.deviation ?? 0) * (y.deviation ?? 0) * known.length;
  return {
    columns: COLUMNS,
    lines: LINES,
    counts,
    most,
    lengths: [minX, maxX],
    rewards: [minY, maxY],
    correlation: divisor === 0 ? null : products / divisor,
  };
}

/**
 * Returns for each row the first row with the same messages, itself if it is the first. Texts never change, so one pass
 * is enough.
 */
const firsts = new WeakMap<DraftRows["rows"], Uint32Array>();

function firstsOf(rows: DraftRows["rows"]): Uint32Array {
  const known = firsts.get(rows);
  if (known) return known;
  const seen = new Map<string, number>();
  const found = new Uint32Array(rows.length);
  for (const [index, { fingerprint }] of rows.entries()) {
    const first = seen.get(fingerprint);
    if (first === undefined) seen.set(fingerprint, index);
    found[index] = first ?? index;
  }
  firsts.set(rows, found);
  return found;
}

/** Returns the rows that duplicate an earlier sent row. */
export function duplicateRows({ rows, isOut }: Pick<DraftRows, "rows" | "isOut">): number[] {
  const seen = new Uint8Array(rows.length);
  const duplicates: number[] = [];
  for (const [index, first] of firstsOf(rows).entries()) {
    if (isOut[index] === 1) continue;
    if (seen[first] === 1) duplicates.push(index);
    seen[first] = 1;
  }
  return duplicates;
}

const MIN_ROWS_FOR_OUTLIERS = 20;
const FENCE = 3;

/**
 * Returns the indexes of values beyond three interquartile ranges from the quartiles (Tukey's outer fences). None where
 * half of the values are equal, since then every other value would be one; none among fewer than twenty.
 */
export function outliersIn(values: Float64Array): number[] {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort();
  if (sorted.length < MIN_ROWS_FOR_OUTLIERS) return [];
  const low = sorted[Math.floor(sorted.length / 4)] ?? 0;
  const high = sorted[Math.floor((sorted.length * 3) / 4)] ?? 0;
  const range = high - low;
  if (range === 0) return [];
  const outliers: number[] = [];
  for (const [index, value] of values.entries()) {
    if (value < low - FENCE * range || value > high + FENCE * range) outliers.push(index);
  }
  return outliers;
}
