import type { TimeSlicedWork } from "@/lib/scheduling/run-in-short-slices";
import { shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** What the end of a trace waited for. */
export interface CriticalPath {
  /** 1 for each row that is on the path. */
  readonly isOn: Uint8Array;
  /** Milliseconds of the path that were spent in the call itself, by row; 0 off the path. */
  readonly ownMs: Float64Array;
  readonly callCount: number;
  /** Milliseconds of the path in all; stretches in which no call ran are not on it. */
  readonly totalMs: number;
}

/** Rows between two rests. */
const STRIDE = 256;

/**
 * The critical path of a trace: the calls of which each moment of waiting can be said that, had it been shorter, the
 * trace would have ended sooner.
 *
 * It is walked backwards. From the end of a call, the child that ended last is what the call waited for; the time after
 * that child's end is the call's own, and the walk goes on inside of the child and, below the child's start, with the
 * child that ended last before it. A child that outlives its parent counts up to the parent's end; children that ran
 * beside a child on the path were not waited for. The calls at the top are treated as children of the whole trace. A
 * call that runs ends at `untilMs`, milliseconds after the start of the trace.
 */
export function* criticalPathSteps(skeleton: TraceSkeleton, untilMs: number): TimeSlicedWork<CriticalPath> {
  const isOn = new Uint8Array(skeleton.count);
  const ownMs = new Float64Array(skeleton.count);
  const open: CriticalSegment[] = [
    ...(yield* blockingSiblings(skeleton, siblings(skeleton, 0, skeleton.count), Infinity, untilMs)),
  ];
  let callCount = 0;
  let totalMs = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { row, fromMs, toMs } = next;
    const below = yield* blockingSiblings(skeleton, siblings(skeleton, row + 1, skeleton.end[row] ?? 0), toMs, untilMs);
    let own = toMs - fromMs;
    for (const stretch of below) {
      own -= stretch.toMs - Math.max(fromMs, stretch.fromMs);
      open.push(stretch);
    }
    isOn[row] = 1;
    ownMs[row] = Math.max(0, own);
    totalMs += Math.max(0, own);
    callCount += 1;
    if (callCount % STRIDE === 0) yield;
  }
  return { isOn, ownMs, callCount, totalMs };
}

/** A call on the path, and the part of the time axis in which the path is in it or below it. */
interface CriticalSegment {
  readonly row: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The chain of siblings that a moment waited for, the last first. */
function* blockingSiblings(
  skeleton: TraceSkeleton,
  rows: Iterable<number>,
  momentMs: number,
  untilMs: number,
): TimeSlicedWork<readonly CriticalSegment[]> {
  const byEnd = new Map<number, number[]>();
  let seen = 0;
  for (const row of rows) {
    const end = Math.min(momentMs, shownEndMs(skeleton, row, untilMs));
    const known = byEnd.get(end);
    if (known) known.push(row);
    else byEnd.set(end, [row]);
    seen += 1;
    if (seen % STRIDE === 0) yield;
  }
  const chain: CriticalSegment[] = [];
  let cursor = momentMs;
  // A hundred thousand numbers are sorted in some milliseconds; with a comparison of ours it would be too long.
  for (const toMs of Float64Array.from(byEnd.keys()).sort().reverse()) {
    for (const row of byEnd.get(toMs) ?? []) {
      const fromMs = skeleton.startMs[row] ?? 0;
      // What ended while a call of the path ran was not waited for.
      if (toMs > cursor || fromMs >= toMs) continue;
      chain.push({ row, fromMs, toMs });
      cursor = fromMs;
    }
    seen += 1;
    if (seen % STRIDE === 0) yield;
  }
  return chain;
}

/** The rows of one level, from the first of them. */
function* siblings(skeleton: TraceSkeleton, first: number, end: number): Generator<number> {
  for (let row = first; row < end; row = skeleton.end[row] ?? end) yield row;
}
