import { nameOf, type TraceSkeleton } from "@/lib/trace/skeleton/trace-skeleton";
import { GraphBuilder } from "./graph-builder";
import type { CallOrigins } from "./prepare-origins";
import type { TraceGraph } from "./trace-graph";

/** Calls that are drawn at once, each as a node: more take seconds to lay out, and no one follows them. */
export const CALLS_PER_PAGE = 100;

/** A part of the calls of a trace, in the order of the tree. */
export interface CallPage {
  readonly graph: TraceGraph;
  /** Number of the page, from 0. */
  readonly number: number;
  readonly pageCount: number;
  /** Calls of the trace that are not hidden. */
  readonly callCount: number;
  /** The first rows of the pages before and after it; -1 for none. */
  readonly previousRow: number;
  readonly nextRow: number;
}

/** Returns the page with a call, each call as a node of its own; the first page without a call. */
export function callPage(
  skeleton: TraceSkeleton,
  origins: CallOrigins,
  { row, untilMs, pageSize = CALLS_PER_PAGE }: { row: number; untilMs: number; pageSize?: number },
): CallPage {
  const rows = shownRows(origins);
  const index = row < 0 ? 0 : Math.max(0, rows.indexOf(row));
  const number = Math.floor(index / pageSize);
  const first = number * pageSize;
  const builder = new GraphBuilder(skeleton, untilMs);
  for (const at of rows.subarray(first, first + pageSize)) {
    builder.addCall(builder.addNode(at, nameOf(skeleton, at)), at, origins);
  }
  return {
    graph: builder.build(),
    number,
    pageCount: Math.ceil(rows.length / pageSize),
    callCount: rows.length,
    previousRow: rows[first - pageSize] ?? -1,
    nextRow: rows[first + pageSize] ?? -1,
  };
}

function shownRows({ isHidden }: CallOrigins): Int32Array {
  const rows = new Int32Array(isHidden.length);
  let count = 0;
  for (let row = 0; row < isHidden.length; row += 1) {
    if (isHidden[row] === 1) continue;
    rows[count] = row;
    count += 1;
  }
  return rows.subarray(0, count);
}
