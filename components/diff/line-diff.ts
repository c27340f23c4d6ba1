import { diffArrays } from "diff";
import type { SlicedWork } from "./run-in-slices";

/** Lines that follow each other: the same on both sides, or one side's in place of the other's. Indexes from 0. */
export interface LineRun {
  readonly isSame: boolean;
  readonly left: number;
  readonly leftCount: number;
  readonly right: number;
  readonly rightCount: number;
}

type Lines = readonly string[];

/** Lines `left` to `leftEnd` against `right` to `rightEnd`, both without the end. */
interface Part {
  readonly left: number;
  readonly leftEnd: number;
  readonly right: number;
  readonly rightEnd: number;
}

/** Parts up to this many lines are compared exactly; above it, lines that occur once on each side divide them first. */
const EXACT_LINES = 1000;

/** An exact comparison gives up after this many edits: its time grows with their square. */
const MOST_EDITS = 800;

const YIELD_EVERY = 4096;

/**
 * Compares two lists of lines, in slices. A part in which hardly anything is the same counts as replaced as a whole.
 *
 * @returns runs in order that cover both sides without gaps; neighbours differ in `isSame`
 */
export function* diffLines(left: Lines, right: Lines): SlicedWork<readonly LineRun[]> {
  const runs: LineRun[] = [];
  const parts: Part[] = [{ left: 0, leftEnd: left.length, right: 0, rightEnd: right.length }];
  let rounds = 0;
  for (let part = parts.pop(); part; part = parts.pop()) {
    rounds += 1;
    if (rounds % YIELD_EVERY === 0) yield;
    const inner = yield* withoutEnds(left, right, part);
    pushSame(runs, part, inner.left - part.left);
    const tail: Part = { ...part, left: inner.leftEnd, right: inner.rightEnd };
    if (inner.left === inner.leftEnd || inner.right === inner.rightEnd) {
      pushReplaced(runs, inner);
      pushSame(runs, tail, tail.leftEnd - tail.left);
      continue;
    }
    const isSmall = inner.leftEnd - inner.left + inner.rightEnd - inner.right <= EXACT_LINES;
    const anchors = isSmall ? [] : yield* anchorsOf(left, right, inner);
    if (anchors.length > 0) {
      // The last part is done first out of the list, so they are put in from behind.
      for (const next of [...between(inner, anchors), tail].reverse()) parts.push(next);
      continue;
    }
    pushExact(runs, left, right, inner);
    pushSame(runs, tail, tail.leftEnd - tail.left);
    yield;
  }
  return merged(runs);
}

function* withoutEnds(left: Lines, right: Lines, part: Part): SlicedWork<Part> {
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

/** Pairs of equal lines that occur once on each side, the longest list of them that is in order on both. */
function* anchorsOf(left: Lines, right: Lines, part: Part): SlicedWork<readonly (readonly [number, number])[]> {
  const rightOnce = yield* oncePlaces(right, part.right, part.rightEnd);
  const leftOnce = yield* oncePlaces(left, part.left, part.leftEnd);
  const pairs: [number, number][] = [];
  for (const [line, at] of leftOnce) {
    const other = at < 0 ? undefined : rightOnce.get(line);
    if (other !== undefined && other >= 0) pairs.push([at, other]);
    if (at % YIELD_EVERY === 0) yield;
  }
  return yield* longestInOrder(pairs);
}

/** Where each line stands; -1 for those that stand at several places. */
function* oncePlaces(lines: Lines, from: number, to: number): SlicedWork<ReadonlyMap<string, number>> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at += 1) {
    const line = lines[at] ?? "";
    places.set(line, places.has(line) ? -1 : at);
    if (at % YIELD_EVERY === 0) yield;
  }
  return places;
}

/** Patience sorting: the longest rising sequence of right places among pairs that rise on the left. */
function* longestInOrder(
  pairs: readonly (readonly [number, number])[],
): SlicedWork<readonly (readonly [number, number])[]> {
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
  const chosen: (readonly [number, number])[] = [];
  for (let index = tops.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
}

/** The parts that begin at each anchor, and the one before the first. */
function between(part: Part, anchors: readonly (readonly [number, number])[]): Part[] {
  const starts = [[part.left, part.right] as const, ...anchors];
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

function pushExact(runs: LineRun[], left: Lines, right: Lines, part: Part): void {
  const changes = diffArrays(left.slice(part.left, part.leftEnd), right.slice(part.right, part.rightEnd), {
    maxEditLength: MOST_EDITS,
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
  const whole: LineRun[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    if (last?.isSame !== run.isSame) {
      whole.push(run);
      continue;
    }
    const leftCount = last.leftCount + run.leftCount;
    whole[whole.length - 1] = { ...last, leftCount, rightCount: last.rightCount + run.rightCount };
  }
  return whole;
}
