import { idleGaps, selfTimes } from "./call-times";
import { countUsage, sumOfKnown } from "./count-usage";
import { idIndex } from "./id-index";
import { orderCalls, type TreeOrder } from "./order-calls";
import type { SkeletonCall } from "./skeleton-call";
import { type TextTable, textTable } from "./text-table";
import { ENDS_BEFORE_START, IS_CYCLE, IS_ORPHAN, STATUSES, type TraceRoot, type TraceSkeleton } from "./trace-skeleton";

const ERROR = STATUSES.indexOf("error");
const RUNNING = STATUSES.indexOf("running");

/** Collects the calls of a trace as they arrive and orders them on request. */
export class SkeletonBuilder {
  readonly #calls: SkeletonCall[] = [];
  readonly #indexOf = new Map<string, number>();

  get count(): number {
    return this.#calls.length;
  }

  /** Replaces an earlier call with the same id. */
  add(calls: Iterable<SkeletonCall>): void {
    for (const call of calls) {
      const index = this.#indexOf.get(call.id) ?? this.#calls.length;
      this.#indexOf.set(call.id, index);
      this.#calls[index] = call;
    }
  }

  build(): TraceSkeleton {
    return buildSkeleton(this.#calls, this.#indexOf);
  }
}

/** Returns the skeleton of some calls. */
export function skeletonOf(calls: Iterable<SkeletonCall>): TraceSkeleton {
  const builder = new SkeletonBuilder();
  builder.add(calls);
  return builder.build();
}

function buildSkeleton(calls: readonly SkeletonCall[], indexOf: ReadonlyMap<string, number>): TraceSkeleton {
  const order = orderCalls(calls, indexOf);
  const inRows = Array.from(order.calls, (index) => calls[index] as SkeletonCall);
  const times = timesOf(inRows);
  const { parent, end, depth } = order;
  const { twinOf, ...usage } = countUsage(parent, inRows);
  const status = Uint8Array.from(inRows, (call) => call.status);
  const byStart = rowsByStart(order, times.startMs);
  const leaves = byStart.filter((row) => end[row] === row + 1);
  const [ops, names, notes] = [numbered(inRows, "op"), numbered(inRows, "name"), numbered(inRows, "note")];
  const runningCount = countOfValue(status, RUNNING);
  const ids = inRows.map((call) => call.id);
  return {
    count: calls.length,
    originMs: times.originMs,
    lastMs: times.lastMs,
    errorCount: countOfValue(status, ERROR),
    runningCount,
    root: rootOf(inRows[0]),
    usage: {
      tokensIn: sumOfKnown(usage.tokensIn),
      tokensOut: sumOfKnown(usage.tokensOut),
      costUsd: sumOfKnown(usage.costUsd),
    },
    parent,
    depth,
    end,
    startMs: times.startMs,
    endMs: times.endMs,
    byStart,
    selfMs: selfTimes({ parent, ...times }),
    status,
    kind: Uint8Array.from(inRows, (call) => call.kind),
    flags: flagsOf(inRows, order, indexOf),
    countedRow: Int32Array.from(inRows, (_, row) => twinOf.get(row) ?? -1),
    errorsBelow: countErrorsInSubtrees(parent, status),
    ...usage,
    op: ops.numbers,
    name: names.numbers,
    note: notes.numbers,
    ids: textTable(ids),
    ops: ops.table,
    names: names.table,
    notes: notes.table,
    idSlots: idIndex(ids),
    idle: idleGaps(leaves, { parent, ...times }, times.lastMs, runningCount > 0),
  };
}

interface Times {
  readonly originMs: number;
  readonly lastMs: number;
  readonly startMs: Float64Array<ArrayBuffer>;
  readonly endMs: Float64Array<ArrayBuffer>;
}

/**
 * Starts and ends relative to the first start. An end before its start, from clocks that disagree, becomes the start.
 */
function timesOf(calls: readonly SkeletonCall[]): Times {
  let originMs = Number.POSITIVE_INFINITY;
  for (const call of calls) if (call.startMs < originMs) originMs = call.startMs;
  if (!Number.isFinite(originMs)) originMs = 0;
  const startMs = Float64Array.from(calls, (call) => (Number.isNaN(call.startMs) ? 0 : call.startMs - originMs));
  const endMs = Float64Array.from(calls, (call, row) => Math.max(call.endMs - originMs, startMs[row] ?? 0));
  let lastMs = 0;
  for (let row = 0; row < calls.length; row += 1) {
    const known = endMs[row] ?? Number.NaN;
    lastMs = Math.max(lastMs, Number.isNaN(known) ? (startMs[row] ?? 0) : known);
  }
  return { originMs, lastMs, startMs, endMs };
}

/** Sorts the calls again, now with parents before children that start at the same time. */
function rowsByStart({ byStart, rows }: TreeOrder, startMs: Float64Array): Int32Array<ArrayBuffer> {
  const sorted = byStart.map((index) => rows[index] ?? 0);
  return Int32Array.from(sorted.sort((left, right) => (startMs[left] ?? 0) - (startMs[right] ?? 0) || left - right));
}

function flagsOf(
  calls: readonly SkeletonCall[],
  order: TreeOrder,
  indexOf: ReadonlyMap<string, number>,
): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(calls, (call, row) => {
    const own = call.endMs < call.startMs ? ENDS_BEFORE_START : 0;
    if (order.cut.has(order.calls[row] ?? -1)) return own + IS_CYCLE;
    return own + (call.parentId !== "" && !indexOf.has(call.parentId) ? IS_ORPHAN : 0);
  });
}

function countErrorsInSubtrees(parent: Int32Array, status: Uint8Array): Int32Array<ArrayBuffer> {
  const below = new Int32Array(parent.length);
  for (let row = parent.length - 1; row >= 0; row -= 1) {
    const above = parent[row] ?? -1;
    if (above >= 0) below[above] = (below[above] ?? 0) + (below[row] ?? 0) + (status[row] === ERROR ? 1 : 0);
  }
  return below;
}

function countOfValue(column: Uint8Array, value: number): number {
  let count = 0;
  for (const entry of column) if (entry === value) count += 1;
  return count;
}

function rootOf(call: SkeletonCall | undefined): TraceRoot | null {
  if (!call) return null;
  return { id: call.id, threadId: call.threadId, runId: call.runId, runStep: call.runStep };
}

/** Each text once, and its number by row; the empty text is number 0. */
function numbered(
  calls: readonly SkeletonCall[],
  member: "op" | "name" | "note",
): { numbers: Uint32Array<ArrayBuffer>; table: TextTable } {
  const known = new Map<string, number>([["", 0]]);
  const numbers = Uint32Array.from(calls, (call) => {
    const number = known.get(call[member]) ?? known.size;
    known.set(call[member], number);
    return number;
  });
  return { numbers, table: textTable([...known.keys()]) };
}
