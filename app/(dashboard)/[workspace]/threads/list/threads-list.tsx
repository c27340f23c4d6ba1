"use client";

import { useCallback, useMemo } from "react";
import type { SelectedRows } from "@/app/(dashboard)/[workspace]/threads/selection/use-threads-selection";
import { FailureState } from "@/components/state/failure-state";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { StreamNotices } from "@/components/state/stream-notices";
import { DataTable } from "@/components/table/data-table";
import { selectColumn } from "@/components/table/select-column";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import type { ThreadRows } from "@/components/thread/use-thread-rows";
import { type ThreadsStream, useHasThreads } from "@/components/thread/use-threads";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { parseQuery, type QueryProblem } from "@/lib/filter/query-text";
import { type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import type { Sort } from "@/lib/table/sort";
import { type ThreadRow, threadRowTone } from "@/lib/thread/thread-row";
import type { Workspace } from "@/lib/workspace/workspace";
import { PhoneThreads } from "./phone-threads";
import type { ThreadsColumns } from "./use-threads-columns";

// Most lists have rows.
const EmptyWindow = partLoadedLater(async () => (await import("./threads-states")).EmptyWindow);
const NoThreads = partLoadedLater(async () => (await import("./threads-states")).NoThreads);
const NoThreadsMatch = partLoadedLater(async () => (await import("./threads-states")).NoThreadsMatch);
const ThreadsUnsupported = partLoadedLater(async () => (await import("./threads-states")).ThreadsUnsupported);

const ROW_HEIGHT_PX = 44;

type ThreadsListProps = {
  workspace: Workspace;
  list: ThreadsStream;
  rows: ThreadRows;
  columns: ThreadsColumns;
  isPhone: boolean;
  sort: Sort;
  onSortChange: (field: string) => void;
  selection: SelectedRows;
  /** The thread whose conversation is open next to the list. */
  selectedId: string | null;
  cursorIndex: number;
  onOpen: (id: string) => void;
  query: string;
  /** Why the query cannot be asked; it then has no rows. */
  problems: readonly QueryProblem[];
  range: TimeRange;
  isLive: boolean;
  onClearFilters: () => void;
  onAllTime: () => void;
  /** Requests all threads instead of a part. */
  onAllThreads: () => void;
};

/** The rows as they stream in, or the reason why none can be shown. */
export function ThreadsList(props: ThreadsListProps) {
  const { workspace, list, rows, selection, selectedId } = props;
  const { stream } = list;
  const { columns: chosen, shown: arrangement, onResize } = props.columns;
  const columns = [
    selectColumn<ThreadRow>({
      idOf: (row) => row.id,
      nameOf: (row) => row.id,
      selected: selection.selected,
      loadedCount: rows.matching.length,
      onToggle: selection.toggle,
      onToggleAll: selection.toggleAll,
    }),
    ...chosen,
  ];
  const selected = useMemo(
    () => (selectedId === null ? selection.selected : new Set([...selection.selected, selectedId])),
    [selection.selected, selectedId],
  );
  const onNearEnd = useCallback(() => {}, []);
  if (stream.failure?.kind === "unsupported" && stream.rows.length === 0) {
    return <ThreadsUnsupported workspace={workspace} onRetry={stream.resume} />;
  }
  const after = <AfterRows {...props} />;
  return (
    <>
      <div className="relative h-0">
        {stream.isStreaming ? <ProgressBar label="Loading threads" className="absolute inset-x-0 top-0 z-[3]" /> : null}
      </div>
      {props.isPhone ? (
        <PhoneThreads
          count={rows.matching.length}
          rowAt={rows.rowAt}
          onOpen={(row) => props.onOpen(row.id)}
          onRangeChange={rows.onRangeChange}
        >
          {after}
        </PhoneThreads>
      ) : (
        <DataTable<ThreadRow>
          label="Threads"
          columns={columns}
          count={rows.matching.length}
          rowAt={rows.rowAt}
          rowId={(row) => row.id}
          contentKey={`${selectedId === null} ${props.query}`}
          rowHeightPx={ROW_HEIGHT_PX}
          totalCount={list.isWhole ? rows.matching.length : null}
          sort={props.sort}
          onSortChange={props.onSortChange}
          arrangement={arrangement}
          onArrange={onResize}
          selected={selected}
          cursorIndex={props.cursorIndex}
          rowTone={threadRowTone}
          onRowPressed={(row) => props.onOpen(row.id)}
          onNearEnd={onNearEnd}
          onRangeChange={rows.onRangeChange}
        >
          {after}
        </DataTable>
      )}
    </>
  );
}

/** Shown below the last row, or in place of rows. */
function AfterRows(props: ThreadsListProps) {
  const { workspace, list, rows, query, range, isLive } = props;
  const { stream, isWhole } = list;
  const isWholeTime = range.kind === "all";
  const filters = parseQuery(query).terms.map((term) => term.text);
  const isNothing = isWhole && stream.rows.length === 0 && stream.summary?.badLines.length === 0;
  const hasThreads = useHasThreads(workspace, isNothing && filters.length === 0 && !isWholeTime);
  if (props.problems.length > 0) {
    return <InvalidFilter things="threads" problems={props.problems} onClearFilters={props.onClearFilters} />;
  }
  if (stream.failure) return <FailureState failure={stream.failure} onRetry={stream.resume} />;
  if (stream.isStreaming && stream.rows.length === 0) return <SkeletonRows count={14} rowHeight={ROW_HEIGHT_PX} />;
  if (isNothing && list.isPart) return <EmptyWindow onAllThreads={props.onAllThreads} />;
  if (isNothing && filters.length === 0) {
    if (isWholeTime || hasThreads === false) return <NoThreads workspace={workspace} isListening={isLive} />;
    if (hasThreads === null) return null;
  }
  const isSearching = rows.leftToSearch > 0 && rows.hasMessages;
  if (isNothing || (isWhole && rows.matching.length === 0 && !isSearching && filters.length > 0)) {
    return (
      <NoThreadsMatch
        filters={filters}
        loadedCount={stream.rows.length}
        rangeName={timeRangeName(range, Date.now())}
        isFullTimeRange={isWholeTime}
        onClearFilters={props.onClearFilters}
        onAllTime={props.onAllTime}
      />
    );
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
