import type { SourceChoice } from "@/lib/calls/source-choice";
import { parseQuery } from "@/lib/filter/query-text";
import type { TimeRange } from "@/lib/filter/time-range";
import type { CallCounts } from "./use-call-counts";
import type { CallList } from "./use-call-list";

/** The inputs that decide whether a project is empty. */
export interface Emptiness {
  readonly list: Pick<CallList, "failure" | "isPending" | "isStale" | "last"> & {
    readonly calls: readonly unknown[];
  };
  readonly counts: Pick<CallCounts, "allTime">;
}

/**
 * True when no call was ever stored, as far as the list shows. Rows that were cut off, unreadable or not loaded are a
 * failure and never count as empty. Neither do rows that a filter, a time range or the choice of sources excludes.
 */
export function isEmptyProject(
  { list, counts }: Emptiness,
  query: string,
  range: TimeRange,
  source: SourceChoice,
): boolean {
  if (list.failure || list.isPending || list.isStale || list.calls.length > 0) return false;
  const isWhole = list.last !== null && list.last.end.kind === "complete" && list.last.badLines.length === 0;
  if (!isWhole || parseQuery(query).terms.length > 0) return false;
  return (range.kind === "all" && source === "all") || counts.allTime === 0;
}
