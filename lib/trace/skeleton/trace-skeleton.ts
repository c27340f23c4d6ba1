import type { UsageTotal } from "@/lib/calls/call-facts";
import type { Kind } from "@/lib/calls/call-kind";
import type { Status } from "@/lib/format/status";
import { findId } from "./id-index";
import { type TextTable, textAt } from "./text-table";

/** Call statuses by their number in {@link TraceSkeleton.status}. */
export const STATUSES = ["ok", "error", "descendant-error", "running", "unknown"] as const satisfies readonly Status[];

/** Kinds by their number in {@link TraceSkeleton.kind}. */
export const KINDS = [
  "agent",
  "llm",
  "tool",
  "user",
  "eval",
  "op",
  "retrieval",
  "memory",
  "embedding",
  "reranker",
  "planning",
  "guardrail",
  "mcp",
  "workflow",
  "chain",
] as const satisfies readonly Kind[];

/** A bit of {@link TraceSkeleton.flags}: the parent is not among the calls. */
export const IS_ORPHAN = 1;
/** A bit of {@link TraceSkeleton.flags}: the call is its own ancestor; the cycle of parents is cut above it. */
export const IS_CYCLE = 2;
/** A bit of {@link TraceSkeleton.flags}: the end is before the start, so that how long the call took is unknown. */
export const ENDS_BEFORE_START = 4;

/**
 * A trace without payloads: one number per call and column, by row in depth-first order, siblings by start. Children
 * follow their parent, so the descendants of row `r` are the rows `r + 1` to `end[r] - 1`.
 *
 * Times are milliseconds after `originMs`, with fractions. NaN is unknown, never zero.
 */
export interface TraceSkeleton {
  readonly count: number;
  /** Start of the first call in milliseconds since 1970. */
  readonly originMs: number;
  /** The last known start or end. */
  readonly lastMs: number;
  readonly errorCount: number;
  readonly runningCount: number;
  readonly root: TraceRoot | null;
  /** Tokens and cost of the trace, each counted once. */
  readonly usage: UsageTotal;

  /** Row of the parent; -1 at the top. */
  readonly parent: Int32Array<ArrayBuffer>;
  readonly depth: Int32Array<ArrayBuffer>;
  /** The row after the last descendant. */
  readonly end: Int32Array<ArrayBuffer>;
  readonly startMs: Float64Array<ArrayBuffer>;
  /** NaN while a call runs, and where its end was not recorded. */
  readonly endMs: Float64Array<ArrayBuffer>;
  /** Rows by start, a parent before its children. */
  readonly byStart: Int32Array<ArrayBuffer>;
  /** Time in which no child ran; NaN where the end is open. */
  readonly selfMs: Float64Array<ArrayBuffer>;
  readonly status: Uint8Array<ArrayBuffer>;
  readonly kind: Uint8Array<ArrayBuffer>;
  readonly flags: Uint8Array<ArrayBuffer>;
  /** The row that counts in place of a request that two calls report; -1 for calls whose own tokens count. */
  readonly countedRow: Int32Array<ArrayBuffer>;
  /** The number of failed descendants, without the call itself. */
  readonly errorsBelow: Int32Array<ArrayBuffer>;
  /** Usage that no descendant reports too, so that sums over rows count everything once. */
  readonly tokensIn: Float64Array<ArrayBuffer>;
  readonly tokensOut: Float64Array<ArrayBuffer>;
  readonly costUsd: Float64Array<ArrayBuffer>;

  /** Number of the op in `ops`, of the name in `names`, of the note in `notes`. */
  readonly op: Uint32Array<ArrayBuffer>;
  readonly name: Uint32Array<ArrayBuffer>;
  readonly note: Uint32Array<ArrayBuffer>;
  readonly ids: TextTable;
  /** Op names as on the wire. */
  readonly ops: TextTable;
  readonly names: TextTable;
  /** The first words of a failed call's error, the model of an LLM call; number 0 is the empty note. */
  readonly notes: TextTable;
  readonly idSlots: Int32Array<ArrayBuffer>;

  /** Pairs of times between which no call without children ran, in order. */
  readonly idle: Float64Array<ArrayBuffer>;
}

/** Properties of a trace taken from its first call. */
export interface TraceRoot {
  readonly id: string;
  readonly threadId: string | null;
  readonly runId: string | null;
  readonly runStep: number | null;
}

/** Returns the row of a call, or -1 where the trace has no call with this id. */
export function rowOfId(skeleton: TraceSkeleton, id: string): number {
  return findId(skeleton.idSlots, skeleton.ids, id);
}

export function idOf(skeleton: TraceSkeleton, row: number): string {
  return textAt(skeleton.ids, row);
}

export function nameOf(skeleton: TraceSkeleton, row: number): string {
  return textAt(skeleton.names, skeleton.name[row] ?? 0);
}

export function opOf(skeleton: TraceSkeleton, row: number): string {
  return textAt(skeleton.ops, skeleton.op[row] ?? 0);
}

export function noteOf(skeleton: TraceSkeleton, row: number): string {
  return textAt(skeleton.notes, skeleton.note[row] ?? 0);
}

export function statusOf(skeleton: TraceSkeleton, row: number): Status {
  return STATUSES[skeleton.status[row] ?? -1] ?? "unknown";
}

export function kindOf(skeleton: TraceSkeleton, row: number): Kind {
  return KINDS[skeleton.kind[row] ?? -1] ?? "op";
}

/** True if a row has children. */
export function hasChildren(skeleton: TraceSkeleton, row: number): boolean {
  return (skeleton.end[row] ?? 0) > row + 1;
}

/** Returns the number of descendants of a row. */
export function descendantCount(skeleton: TraceSkeleton, row: number): number {
  return (skeleton.end[row] ?? row + 1) - row - 1;
}

/** Returns when a call ended or, while it runs, `untilMs`; its start where the end is unknown. */
export function shownEndMs(skeleton: TraceSkeleton, row: number, untilMs: number): number {
  const endMs = skeleton.endMs[row] ?? Number.NaN;
  const startMs = skeleton.startMs[row] ?? 0;
  if (!Number.isNaN(endMs)) return endMs;
  return statusOf(skeleton, row) === "running" ? Math.max(startMs, untilMs) : startMs;
}

/**
 * Returns the duration of a call, up to `untilMs` after the trace's start while it runs; null where its end was not
 * recorded.
 */
export function durationOf(skeleton: TraceSkeleton, row: number, untilMs: number): number | null {
  const endMs = skeleton.endMs[row] ?? Number.NaN;
  if (Number.isNaN(endMs) && statusOf(skeleton, row) !== "running") return null;
  return shownEndMs(skeleton, row, untilMs) - (skeleton.startMs[row] ?? 0);
}

/** Returns the length of a trace: to its last known time, or to `nowMs` since 1970 while a call runs. */
export function spanMs(skeleton: TraceSkeleton, nowMs: number): number {
  if (skeleton.runningCount === 0) return skeleton.lastMs;
  return Math.max(skeleton.lastMs, nowMs - skeleton.originMs);
}

/** Returns the rows from a call up to its root, the call itself first. */
export function pathOf(skeleton: TraceSkeleton, row: number): readonly number[] {
  const path: number[] = [];
  for (let at = row; at >= 0; at = skeleton.parent[at] ?? -1) path.push(at);
  return path;
}

/** Returns the buffers of a skeleton, to transfer them to another thread without a copy. */
export function skeletonBuffers(skeleton: TraceSkeleton): ArrayBuffer[] {
  const tables = [skeleton.ids, skeleton.ops, skeleton.names, skeleton.notes].map((table) => table.ends.buffer);
  const columns = Object.values(skeleton).filter((value) => ArrayBuffer.isView(value));
  return [...tables, ...columns.map((column) => column.buffer as ArrayBuffer)];
}
