import type { Kind } from "@/lib/calls/call-kind";
import type { CallPreviewTexts } from "@/lib/calls/read-previews";
import type { Status } from "@/lib/format/status";
import type { RowTone } from "@/lib/table/row-tone";
import {
  durationOf,
  idOf,
  kindOf,
  nameOf,
  noteOf,
  opOf,
  statusOf,
  type TraceSkeleton,
} from "@/lib/trace/skeleton/trace-skeleton";

/** One call of the log. */
export interface LogRow {
  readonly row: number;
  readonly id: string;
  readonly status: Status;
  readonly kind: Kind;
  readonly name: string;
  readonly opName: string;
  /** The beginning of an error, the model of an LLM call; empty for none. */
  readonly note: string;
  /** Milliseconds after the start of the trace, and since 1970. */
  readonly offsetMs: number;
  readonly startedMs: number;
  readonly durationMs: number | null;
  readonly durationDomain: readonly [number, number];
  /** Null where it is not reported. */
  readonly tokensIn: number | null;
  readonly tokensOut: number | null;
  readonly costUsd: number | null;
  /** Undefined while it loads; null where it is not available. */
  readonly payload: CallPreviewTexts | null | undefined;
}

const known = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? null : value);

/** Returns the shortest and the longest duration of a trace. */
export function durationDomain(skeleton: TraceSkeleton, untilMs: number): readonly [number, number] {
  let shortest = Number.POSITIVE_INFINITY;
  let longest = 0;
  for (let row = 0; row < skeleton.count; row += 1) {
    const durationMs = durationOf(skeleton, row, untilMs);
    if (durationMs === null) continue;
    shortest = Math.min(shortest, durationMs);
    longest = Math.max(longest, durationMs);
  }
  return [Math.min(shortest, longest), longest];
}

/** Returns one call of the log. */
export function logRow(
  skeleton: TraceSkeleton,
  row: number,
  context: Pick<LogRow, "durationDomain" | "payload"> & { readonly untilMs: number },
): LogRow {
  const offsetMs = skeleton.startMs[row] ?? 0;
  return {
    row,
    id: idOf(skeleton, row),
    status: statusOf(skeleton, row),
    kind: kindOf(skeleton, row),
    name: nameOf(skeleton, row),
    opName: opOf(skeleton, row),
    note: noteOf(skeleton, row),
    offsetMs,
    startedMs: skeleton.originMs + offsetMs,
    durationMs: durationOf(skeleton, row, context.untilMs),
    durationDomain: context.durationDomain,
    tokensIn: known(skeleton.tokensIn[row]),
    tokensOut: known(skeleton.tokensOut[row]),
    costUsd: known(skeleton.costUsd[row]),
    payload: context.payload,
  };
}

/** Returns the stripe of a row. */
export function logRowTone({ status }: Pick<LogRow, "status">): RowTone {
  return status === "error" || status === "running" ? status : null;
}
