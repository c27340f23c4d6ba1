import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import type { CompiledSelection } from "@/lib/calls/calls-query";
import type { ObservedPath } from "@/lib/calls/path-columns";
import type { QueryProblem } from "@/lib/filter/query-text";
import type { CallCounts } from "./use-call-counts";
import type { CallList } from "./use-call-list";

/** Root calls alone, or all calls. */
export type Grain = "roots" | "all";

/** Rows of the list that are on the screen, by their place in it. */
export interface RowRange {
  readonly first: number;
  readonly last: number;
}

/** The calls that were read so far, out of how many. */
export interface LoadedCalls {
  readonly list: CallList;
  readonly counts: CallCounts;
  readonly shown: RowRange;
}

/** The calls as rows, each made when it is drawn. */
export interface ListedRows {
  readonly list: CallList;
  readonly counts: CallCounts;
  readonly rowAt: (index: number) => CallListRow | undefined;
  /** Names the question, whenever it was asked. */
  readonly listKey: string;
  readonly onRangeChange: (first: number, last: number) => void;
}

/** All calls that match, loaded or not: what is done with many of them at once starts here. */
export interface MatchingCalls {
  readonly list: Pick<CallList, "calls" | "newestAt">;
  readonly counts: Pick<CallCounts, "matching">;
  readonly selection: CompiledSelection;
  readonly rowAt: (index: number) => CallListRow | undefined;
}

/** What the query box and the choice of columns can suggest. */
interface SeenInCalls {
  readonly problems: readonly QueryProblem[];
  readonly seenOps: readonly string[];
  /** Paths inside the rows on the screen. */
  readonly seenPaths: readonly ObservedPath[];
  /** Shown paths whose values are numbers. */
  readonly numericPaths: ReadonlySet<string>;
}

/** Everything that the page knows of the calls that it lists. */
export interface Listing extends LoadedCalls, ListedRows, SeenInCalls {
  readonly selection: CompiledSelection;
  /** The rows are on the screen: whatever else the page shows may be asked for. */
  readonly isPainted: boolean;
  /** How many have started since the list was opened. */
  readonly newCount: number;
  readonly showNew: () => void;
}
