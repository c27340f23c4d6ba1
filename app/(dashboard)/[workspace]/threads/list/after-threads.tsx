import type { ThreadsSource } from "@/app/(dashboard)/[workspace]/threads/source/threads-source";
import { FailureState } from "@/components/state/failure-state";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { StreamNotices } from "@/components/state/stream-notices";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import type { ThreadRows } from "@/components/thread/use-thread-rows";
import { type ThreadsStream, useHasThreads } from "@/components/thread/use-threads";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { parseQuery, type QueryProblem } from "@/lib/filter/query-text";
import { type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import type { Workspace } from "@/lib/workspace/workspace";

// Most lists have rows.
const EmptyWindow = partLoadedLater(async () => (await import("./threads-states")).EmptyWindow);
const NoThreadsOfSource = partLoadedLater(
  async () => (await import("@/app/(dashboard)/[workspace]/threads/source/no-threads-of-source")).NoThreadsOfSource,
);
const NoThreads = partLoadedLater(async () => (await import("./threads-states")).NoThreads);
const NoThreadsMatch = partLoadedLater(async () => (await import("./threads-states")).NoThreadsMatch);

/** The rows, and what decides why there are none. */
export type ListedThreads = {
  workspace: Workspace;
  list: ThreadsStream;
  rows: ThreadRows;
  query: string;
  /** Where the turns come from; null on a service that is not known to tell sources apart. */
  source: ThreadsSource | null;
  /** Why the query cannot be asked; it then has no rows. */
  problems: readonly QueryProblem[];
  range: TimeRange;
  isLive: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
  /** Requests all threads instead of a part. */
  onAllThreads: () => void;
};

/** Shown below the last row, or in place of rows. */
export function AfterThreads(props: ListedThreads & { rowHeightPx: number }) {
  const { workspace, list, rows, query, source, range, isLive } = props;
  const { stream, isWhole } = list;
  const isWholeTime = range.kind === "all";
  const filters = parseQuery(query).terms.map((term) => term.text);
  const isNothing = isWhole && stream.rows.length === 0 && stream.summary?.badLines.length === 0;
  const choice = source?.choice ?? "all";
  const isEverything = isWholeTime && choice === "all";
  const hasThreads = useHasThreads(workspace, isNothing && filters.length === 0 && !isEverything);
  if (props.problems.length > 0) {
    return <InvalidFilter things="threads" problems={props.problems} onClearFilters={props.onClearFilters} />;
  }
  if (stream.failure) return <FailureState failure={stream.failure} onRetry={stream.resume} />;
  if (stream.isStreaming && stream.rows.length === 0) return <SkeletonRows count={14} rowHeight={props.rowHeightPx} />;
  if (isNothing && list.isPart) return <EmptyWindow onAllThreads={props.onAllThreads} />;
  if (isNothing && filters.length === 0) {
    if (isEverything || hasThreads === false) return <NoThreads workspace={workspace} isListening={isLive} />;
    if (hasThreads === null) return null;
  }
  const isSearching = rows.leftToSearch > 0 && rows.hasMessages;
  if (isNothing || (isWhole && rows.matching.length === 0 && !isSearching && filters.length > 0)) {
    const none = (
      <NoThreadsMatch
        filters={filters}
        loadedCount={stream.rows.length}
        rangeName={timeRangeName(range, Date.now())}
        isFullTimeRange={isWholeTime}
        onClearFilters={props.onClearFilters}
        onAllTime={props.onAllTime}
        onAllSources={
          source !== null && choice !== "all" && !source.isByFilter ? () => source.onChange("all") : undefined
        }
      />
    );
    // Calls of other sources cannot be counted by a filter on threads.
    if (!isNothing || filters.length > 0 || source === null || choice === "all") return none;
    return <NoThreadsOfSource source={source}>{none}</NoThreadsOfSource>;
  }
  if (stream.isStreaming || stream.summary === null) return null;
  return (
    <StreamNotices
      summary={stream.summary}
      shownCount={stream.rows.length}
      totalCount={null}
      onResume={stream.resume}
      isResuming={stream.isStreaming}
    />
  );
}
