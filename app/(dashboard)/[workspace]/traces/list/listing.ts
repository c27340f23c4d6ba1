import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import type { ObservedPath } from "@/lib/calls/path-columns";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { CallCounts } from "./use-call-counts";
import type { CallList } from "./use-call-list";

/** Root calls only, or all calls. */
export type Grain = "roots" | "all";

/** Rows of the list that are on screen, by index. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The calls that were read so far, and the total. */
export interface LoadedCalls {
  readonly list: CallList;
  readonly counts: CallCounts;
  readonly shown: RowRange;
}

/** The calls as rows, each built when it is drawn. */
export interface ListedRows {
  readonly list: CallList;
  readonly counts: CallCounts;
  readonly rowAt: (index: number) => CallListRow | undefined;
  /** Identifies the query, regardless of when it was sent. */
  readonly listKey: string;
  /** Identifies what is listed, in whatever order and time. */
  readonly contentKey: string;
  readonly onRangeChange: (first: number, last: number) => void;
}

/** All matching calls, loaded or not: bulk actions start here. */
export interface MatchingCalls {
  readonly list: Pick<CallList, "calls" | "newestAt">;
  readonly counts: Pick<CallCounts, "matching">;
  readonly selection: CompiledSelection;
  readonly rowAt: (index: number) => CallListRow | undefined;
}

/** Suggestions for the query box and the column picker. */
interface SeenInCalls {
  readonly problems: readonly QueryProblem[];
  readonly seenOps: readonly string[];
  /** Paths inside the rows on screen. */
  readonly seenPaths: readonly ObservedPath[];
  /** Fields of the scores that most of the first rows have. */
  readonly commonScores: readonly string[];
  /** Shown paths whose values are numbers. */
  readonly numericPaths: ReadonlySet<string>;
}

/** All data of the page about its calls. */
export interface Listing extends LoadedCalls, ListedRows, SeenInCalls {
  readonly selection: CompiledSelection;
  /** The rows are on screen: the page may send its other requests. */
  readonly isPainted: boolean;
  /** Number of calls that started since the list was opened. */
  readonly startedCount: number;
  /** Those of them that are not in the list yet. */
  readonly newCount: number;
  readonly showNew: () => void;
}
