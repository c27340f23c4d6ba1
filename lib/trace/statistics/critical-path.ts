import type { TimeSlicedWork } from "@/lib/scheduling/run-in-short-slices";
import { shownEndMs, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";

/** The critical path of a trace. */
export interface CriticalPath {
  /** 1 for each row that is on the path. */
  readonly isOn: Uint8Array;
  /** Milliseconds of the path spent in the call itself, by row; 0 off the path. */
  readonly ownMs: Float64Array;
  readonly callCount: number;
  /** Total milliseconds of the path; stretches in which no call ran are not on it. */
  readonly totalMs: number;
}

/** Number of rows between two yields. */
const STRIDE = 256;

/**
 * Computes the critical path of a trace: the calls whose waiting times, had they been shorter, would have ended the
 * trace sooner.
 *
 * The path is walked backwards. From the end of a call, the child that ended last is what the call waited for; the time
 * after that child's end is the call's own, and the walk continues inside the child and, before the child's start, with
 * the child that ended last before it. A child that outlives its parent counts up to the parent's end; children that
 * ran alongside a child on the path were not waited for. The calls at the top level are treated as children of the full
 * trace. A running call ends at `untilMs`, milliseconds after the start of the trace.
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

/** A call on the path, and the time range in which the path is in it or its descendants. */
interface CriticalSegment {
  readonly row: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The chain of siblings that a time waited for, the last first. */
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
  // Sorting a hundred thousand numbers takes some milliseconds; with a custom comparison it would take too long.
  for (const toMs of Float64Array.from(byEnd.keys()).sort().reverse()) {
    for (const row of byEnd.get(toMs) ?? []) {
      const fromMs = skeleton.startMs[row] ?? 0;
      // Calls that ended while a call of the path ran were not waited for.
      if (toMs > cursor || fromMs >= toMs) continue;
      chain.push({ row, fromMs, toMs });
      cursor = fromMs;
    }
    seen += 1;
    if (seen % STRIDE === 0) yield;
  }
  return chain;
}

/** Returns the rows of one level, from its first row. */
function* siblings(skeleton: TraceSkeleton, first: number, end: number): Generator<number> {
  for (let row = first; row < end; row = skeleton.end[row] ?? end) yield row;
}
