import { diffArrays } from "diff";
import type { TimeSlicedWork } from "@/lib/scheduling/run-in-time-slices";
import { type LineIds, lineIds } from "./line-ids";
import type { LineText } from "./line-text";

/** Consecutive lines: the same on both sides, or one side's in place of the other's. Indexes from 0. */
export interface LineRun {
  readonly isSame: boolean;
  readonly left: number;
  readonly leftCount: number;
  readonly right: number;
  readonly rightCount: number;
}

/** Lines `left` to `leftEnd` against `right` to `rightEnd`, with exclusive ends. */
interface Part {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** Parts up to this many lines are compared exactly; above it, lines that occur once on each side divide them first. */
const EXACT_LINES = 1000;

/** An exact comparison gives up after this many edits, since its time grows with their square. */
const MAX_EDITS = 800;

const YIELD_EVERY = 4096;

/**
 * Compares two lists of lines, in slices. A part with hardly anything in common counts as replaced as a whole.
 *
 * @returns runs in order that cover both sides without gaps; neighbors differ in `isSame`
 */
export function* diffLines(left: LineText, right: LineText): TimeSlicedWork<readonly LineRun[]> {
  const ids = yield* lineIds(left, right);
  const places = new LinePositions(ids.count);
  const runs: LineRun[] = [];
  const parts: Part[] = [{ left: 0, leftEnd: left.length, right: 0, rightEnd: right.length }];
  let rounds = 0;
  for (let part = parts.pop(); part; part = parts.pop()) {
    rounds += 1;
    if (rounds % YIELD_EVERY === 0) yield;
    const inner = yield* withoutEnds(ids, part);
    pushSame(runs, part, inner.left - part.left);
    const tail: Part = { ...part, left: inner.leftEnd, right: inner.rightEnd };
    if (inner.left === inner.leftEnd || inner.right === inner.rightEnd) {
      pushReplaced(runs, inner);
      pushSame(runs, tail, tail.leftEnd - tail.left);
      continue;
    }
    const isSmall = inner.leftEnd - inner.left + inner.rightEnd - inner.right <= EXACT_LINES;
    const anchors = isSmall ? [] : yield* anchorsOf(ids, places, inner);
    if (anchors.length > 0) {
      // Parts are taken from the end of the list, so they are added in reverse.
      for (const next of [...between(ids, inner, anchors), tail].reverse()) parts.push(next);
      continue;
    }
    pushExact(runs, ids, inner);
    pushSame(runs, tail, tail.leftEnd - tail.left);
    yield;
  }
  return merged(runs);
}

function* withoutEnds({ left, right }: LineIds, part: Part): TimeSlicedWork<Part> {
  let { left: from, right: rightFrom, leftEnd: to, rightEnd: rightTo } = part;
  while (from < to && rightFrom < rightTo && left[from] === right[rightFrom]) {
    from += 1;
    rightFrom += 1;
    if (from % YIELD_EVERY === 0) yield;
  }
  while (to > from && rightTo > rightFrom && left[to - 1] === right[rightTo - 1]) {
    to -= 1;
    rightTo -= 1;
    if (to % YIELD_EVERY === 0) yield;
  }
  return { left: from, leftEnd: to, right: rightFrom, rightEnd: rightTo };
}

/**
 * The position of each line in a part, by its number. One array for all parts: a part clears the entries it has used.
 */
class LinePositions {
  /** The only position of a line plus one; 0 for none, -1 for several. */
  readonly left: Int32Array;
  readonly right: Int32Array;

  constructor(count: number) {
    this.left = new Int32Array(count);
    this.right = new Int32Array(count);
  }
}

/** Pairs of equal lines that occur once on each side, the longest list of them that is in order on both. */
function* anchorsOf(ids: LineIds, places: LinePositions, part: Part): TimeSlicedWork<readonly Anchor[]> {
  yield* recordPositions(places.left, ids.left, part.left, part.leftEnd);
  yield* recordPositions(places.right, ids.right, part.right, part.rightEnd);
  const pairs: Anchor[] = [];
  for (let at = part.left; at < part.leftEnd; at += 1) {
    const id = ids.left[at] ?? 0;
    const other = places.right[id] ?? 0;
    if (other > 0 && (places.left[id] ?? 0) > 0) pairs.push([at, other - 1]);
    if (at % YIELD_EVERY === 0) yield;
  }
  for (let at = part.left; at < part.leftEnd; at += 1) places.left[ids.left[at] ?? 0] = 0;
  for (let at = part.right; at < part.rightEnd; at += 1) places.right[ids.right[at] ?? 0] = 0;
  return yield* longestIncreasingRun(pairs);
}

function* recordPositions(places: Int32Array, ids: Int32Array, from: number, to: number): TimeSlicedWork<void> {
  for (let at = from; at < to; at += 1) {
    const id = ids[at] ?? 0;
    places[id] = places[id] === 0 ? at + 1 : -1;
    if (at % YIELD_EVERY === 0) yield;
  }
}

/** A line of the left side and its equal on the right. */
type Anchor = readonly [number, number];

/** Patience sorting: the longest rising sequence of right positions among pairs that rise on the left. */
function* longestIncreasingRun(pairs: readonly Anchor[]): TimeSlicedWork<readonly Anchor[]> {
  const tops: number[] = [];
  const before: number[] = [];
  for (const [index, [, right]] of pairs.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < right) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (tops[low - 1] ?? -1) : -1);
    tops[low] = index;
    if (index % YIELD_EVERY === 0) yield;
  }
  const chosen: Anchor[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

/**
 * The parts that begin at an anchor, and the one before the first. An anchor that is covered by the equal lines after
 * an earlier one begins no part: most are.
 */
function between(ids: LineIds, part: Part, anchors: readonly Anchor[]): Part[] {
  const starts: Anchor[] = [[part.left, part.right]];
  let reached = part.left;
  for (const anchor of anchors) {
    let [left, right] = anchor;
    const last = starts.at(-1);
    const isReached = left < reached && last !== undefined && left - last[0] === right - last[1];
    if (isReached) continue;
    starts.push(anchor);
    while (left < part.leftEnd && right < part.rightEnd && ids.left[left] === ids.right[right]) {
      left += 1;
      right += 1;
    }
    reached = left;
  }
  return starts.map(([left, right], index) => {
    const [leftEnd, rightEnd] = starts[index + 1] ?? [part.leftEnd, part.rightEnd];
    return { left, leftEnd, right, rightEnd };
  });
}

function pushSame(runs: LineRun[], { left, right }: Part, count: number): void {
  if (count > 0) runs.push({ isSame: true, left, leftCount: count, right, rightCount: count });
}

function pushReplaced(runs: LineRun[], { left, leftEnd, right, rightEnd }: Part): void {
  if (leftEnd > left || rightEnd > right) {
    runs.push({ isSame: false, left, leftCount: leftEnd - left, right, rightCount: rightEnd - right });
  }
}

function pushExact(runs: LineRun[], { left, right }: LineIds, part: Part): void {
  const of = (ids: Int32Array, from: number, to: number) => Array.from(ids.subarray(from, to));
  const changes = diffArrays(of(left, part.left, part.leftEnd), of(right, part.right, part.rightEnd), {
    maxEditLength: MAX_EDITS,
  });
  if (!changes) {
    pushReplaced(runs, part);
    return;
  }
  let { left: leftAt, right: rightAt } = part;
  for (const { count, added, removed } of changes) {
    const leftCount = added ? 0 : count;
    const rightCount = removed ? 0 : count;
    runs.push({ isSame: !added && !removed, left: leftAt, leftCount, right: rightAt, rightCount });
    leftAt += leftCount;
    rightAt += rightCount;
  }
}

function merged(runs: readonly LineRun[]): readonly LineRun[] {
  const joined: LineRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last?.isSame !== run.isSame) {
      joined.push(run);
      continue;
    }
    const leftCount = last.leftCount + run.leftCount;
    joined[joined.length - 1] = { ...last, leftCount, rightCount: last.rightCount + run.rightCount };
  }
  return joined;
}
