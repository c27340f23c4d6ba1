import { countOf } from "@/lib/format/count";

/** How many threads, traces and rows something was made of. */
export interface OriginCounts {
  readonly thread: number;
  readonly trace: number;
  readonly row: number;
}

/** `200 threads and 3 rows of tables`; empty where there is nothing. */
export function originCountsText({ thread, trace, row }: OriginCounts): string {
  const parts = [
    ...(thread > 0 ? [countOf(thread, "thread")] : []),
    ...(trace > 0 ? [countOf(trace, "trace")] : []),
    ...(row > 0 ? [countOf(row, "row of a table", "rows of tables")] : []),
  ];
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} and ${last}`;
}

export function addOriginCounts(all: readonly OriginCounts[]): OriginCounts {
  const sum = { thread: 0, trace: 0, row: 0 };
  for (const { thread, trace, row } of all) {
    sum.thread += thread;
    sum.trace += trace;
    sum.row += row;
  }
  return sum;
}
