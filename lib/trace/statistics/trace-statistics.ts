import { opLabel } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import type { TimeSlicedWork } from "@/lib/scheduling/run-in-short-slices";
import { textAt } from "@/lib/trace/skeleton/text-table";
import {
  durationOf,
  ENDS_BEFORE_START,
  kindOf,
  STATUSES,
  type TraceSkeleton,
} from "@/lib/trace/skeleton/trace-skeleton";
import { type CriticalPath, criticalPathSteps } from "./critical-path";
import { addKnown, newSum, sumOf } from "./known-sum";
import { opGroups } from "./op-groups";

/** The statistics of one op in one trace. Null is unknown, never zero. Times are milliseconds. */
export interface OpStatistics {
  readonly op: string;
  readonly kind: Kind;
  readonly count: number;
  readonly errorCount: number;
  /** Sum of the durations; time of an op inside itself counts twice. */
  readonly totalMs: number | null;
  /** Time in which no descendant ran. */
  readonly selfMs: number | null;
  /** Nearest rank over the calls that have ended. */
  readonly p50Ms: number | null;
  readonly p99Ms: number | null;
  /** Time of the critical path spent in these calls themselves. */
  readonly criticalMs: number;
  /** Each token and dollar counts once, at the deepest call that reports it. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
  /** Rows of the first and the longest call. */
  readonly firstRow: number;
  readonly slowestRow: number;
}

export interface TraceStatistics {
  readonly ops: readonly OpStatistics[];
  readonly path: CriticalPath;
}

/** Number of rows between two yields. */
const STRIDE = 512;
const ERROR = STATUSES.indexOf("error");

/** Computes the statistics of a trace by op, in steps: a trace of 100,000 calls takes longer than a frame. */
export function* statisticsSteps(skeleton: TraceSkeleton, untilMs: number): TimeSlicedWork<TraceStatistics> {
  const path = yield* criticalPathSteps(skeleton, untilMs);
  const groupOf = opGroups(skeleton);
  const rows = yield* rowsByGroup(skeleton, groupOf);
  const ops: OpStatistics[] = [];
  for (const group of rows) ops.push(yield* opStatistics(skeleton, group, path, untilMs));
  return { ops, path };
}

function* rowsByGroup(skeleton: TraceSkeleton, groupOf: Uint32Array): TimeSlicedWork<readonly (readonly number[])[]> {
  const rows: number[][] = [];
  for (let row = 0; row < skeleton.count; row += 1) {
    const group = groupOf[skeleton.op[row] ?? 0] ?? 0;
    const known = rows[group];
    if (known) known.push(row);
    else rows[group] = [row];
    if (row % STRIDE === 0) yield;
  }
  return rows.filter((group) => group !== undefined);
}

function* opStatistics(
  skeleton: TraceSkeleton,
  rows: readonly number[],
  path: CriticalPath,
  untilMs: number,
): TimeSlicedWork<OpStatistics> {
  const firstRow = rows[0] ?? 0;
  const durations = new Float64Array(rows.length);
  const sums = { totalMs: newSum(), selfMs: newSum(), tokensIn: newSum(), tokensOut: newSum(), costUsd: newSum() };
  let [endedCount, errorCount, criticalMs, slowestRow, slowestMs] = [0, 0, 0, firstRow, -1];
  for (const [index, row] of rows.entries()) {
    const durationMs = durationOf(skeleton, row, untilMs);
    if (durationMs !== null && durationMs > slowestMs) [slowestMs, slowestRow] = [durationMs, row];
    const endsBeforeStart = ((skeleton.flags[row] ?? 0) & ENDS_BEFORE_START) !== 0;
    if (durationMs !== null && !Number.isNaN(skeleton.endMs[row]) && !endsBeforeStart) {
      durations[endedCount] = durationMs;
      endedCount += 1;
    }
    addKnown(sums.totalMs, durationMs ?? Number.NaN);
    addKnown(sums.selfMs, skeleton.selfMs[row]);
    addKnown(sums.tokensIn, skeleton.tokensIn[row]);
    addKnown(sums.tokensOut, skeleton.tokensOut[row]);
    addKnown(sums.costUsd, skeleton.costUsd[row]);
    if (skeleton.status[row] === ERROR) errorCount += 1;
    criticalMs += path.ownMs[row] ?? 0;
    if (index % STRIDE === 0) yield;
  }
  const sorted = durations.subarray(0, endedCount).sort();
  return {
    op: opLabel(textAt(skeleton.ops, skeleton.op[firstRow] ?? 0)),
    kind: kindOf(skeleton, firstRow),
    count: rows.length,
    errorCount,
    totalMs: sumOf(sums.totalMs),
    selfMs: sumOf(sums.selfMs),
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    criticalMs,
    tokensIn: sumOf(sums.tokensIn),
    tokensOut: sumOf(sums.tokensOut),
    costUsd: sumOf(sums.costUsd),
    firstRow,
    slowestRow,
  };
}

/** Returns the smallest value that at least this share of all values does not exceed; null without values. */
function percentile(sorted: Float64Array, share: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
}
