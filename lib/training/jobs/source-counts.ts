import { countOf } from "@/lib/format/count";

/** The number of threads, traces and rows used as sources. */
export interface OriginCounts {
  readonly thread: number;
  readonly trace: number;
  readonly row: number;
}

/** Formats counts: `200 threads and 3 table rows`; empty where there are none. */
export function originCountsText({ thread, trace, row }: OriginCounts): string {
  const parts = [
    ...(thread > 0 ? [countOf(thread, "thread")] : []),
    ...(trace > 0 ? [countOf(trace, "trace")] : []),
    ...(row > 0 ? [countOf(row, "table row", "table rows")] : []),
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
