"use client";

import { useCallback, useMemo } from "react";
import { type CallListRow, callRowTone } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { NoCallsMatch, NoTraces, TracesUnsupported } from "@/components/calls/calls-states";
import { FindWordsProvider } from "@/components/find/find-words";
import type { SourceSwitchProps } from "@/components/source/source-switch-props";
import { FailureState } from "@/components/state/failure-state";
import { InvalidFilter } from "@/components/state/invalid-filter";
import { StreamNotices } from "@/components/state/stream-notices";
import { columnActions } from "@/components/table/column-actions";
import { DataTable } from "@/components/table/data-table";
import { selectColumn } from "@/components/table/select-column";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import type { TableColumn } from "@/components/table/table-column";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { useCopyText } from "@/components/ui/use-copy-text";
import { parseQuery, type QueryProblem } from "@/lib/filter/query-text";
import { searchedText } from "@/lib/filter/searched-text";
import { type TimeRange, timeRangeName } from "@/lib/filter/time-range";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";
import { nextSort } from "@/lib/table/sort";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ListedRows } from "./listing";
import { isEmptyProject } from "./prepare-empty-project";
import type { RowChoice, RowCursor } from "./use-row-moves";

/** Only a list without rows loads it. */
const NoCallsOfSource = partLoadedLater(
  async () => (await import("@/components/source/no-calls-of-source")).NoCallsOfSource,
);
/** Only phones load what draws it. */
const PhoneList = partLoadedLater(async () => (await import("./phone-list")).PhoneList);

type TracesListProps = {
  workspace: Workspace;
  listing: ListedRows;
  cursor: RowCursor;
  chosen: RowChoice;
  isPhone: boolean;
  rowHeightPx: number;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Without the check boxes. */
  columns: readonly TableColumn<CallListRow>[];
  arrangement: ColumnArrangement;
  onArrange: (arrangement: ColumnArrangement) => void;
  query: string;
  /** Why the query cannot be asked; it then has no rows. */
  problems: readonly QueryProblem[];
  /** Where the calls come from; null on a service that is not known to tell sources apart. */
  source: SourceSwitchProps | null;
  range: TimeRange;
  isLive: boolean;
  onFilter: (term: string, isNegated: boolean) => void;
  onClearFilters: () => void;
  onAllTime: () => void;
  /** Shows how to send the first call. */
  onShowStart: () => void;
};

/** The rows, or the reason why there are none. */
export function TracesList(props: TracesListProps) {
  const { workspace, listing, cursor, chosen, isPhone, rowHeightPx: rowHeight } = props;
  const { list, rowAt } = listing;
  const { selection, toggleAll } = chosen;
  const { hasMore, isLoadingMore, last, loadMore, failure } = list;
  const canGoOn = hasMore && !isLoadingMore && failure === null && last?.end.kind === "complete";
  const onNearEnd = useCallback(() => {
    if (canGoOn) loadMore();
  }, [canGoOn, loadMore]);
  const copy = useCopyText();
  const columns = useMemo(
    () => [
      selectColumn<CallListRow>({
        idOf: (row) => row.id,
        nameOf: (row) => row.name,
        selected: selection.selected,
        loadedCount: list.calls.length,
        isStale: list.isStale,
        onToggle: selection.toggle,
        onToggleAll: toggleAll,
      }),
      ...props.columns,
    ],
    [props.columns, selection.selected, selection.toggle, list.calls.length, list.isStale, toggleAll],
  );
  if (failure?.kind === "unsupported")
    return <TracesUnsupported workspace={workspace} query={props.query} onRetry={list.retry} />;
  const after = <AfterRows {...props} />;
  const isBusy = list.isPending || list.isStale || isLoadingMore;
  return (
    <FindWordsProvider words={searchedText(props.query)}>
      <div className="relative h-0">
        {isBusy ? <ProgressBar label="Loading rows" className="absolute inset-x-0 top-0 z-[3]" /> : null}
      </div>
      {isPhone ? (
        <PhoneList
          count={list.calls.length}
          rowAt={rowAt}
          onOpen={(row) => cursor.openPeek(row.id)}
          onNearEnd={onNearEnd}
          onRangeChange={listing.onRangeChange}
        >
          {after}
        </PhoneList>
      ) : (
        <DataTable<CallListRow>
          label="Traces"
          columns={columns}
          count={list.calls.length}
          rowAt={rowAt}
          rowId={(row) => row.id}
          rowHeightPx={rowHeight}
          totalCount={listing.counts.matching}
          sort={props.sort}
          onSortChange={(field) => props.onSort(nextSort(props.sort, field))}
          indexOf={cursor.indexOf}
          listKey={listing.listKey}
          contentKey={list.isStale ? null : listing.contentKey}
          arrangement={props.arrangement}
          onArrange={props.onArrange}
          headActions={columnActions({ ...props, columns })}
          cellActions={{ onCopy: (text) => copy(text, "Value copied"), onFilter: props.onFilter }}
          selected={selection.selected}
          cursorIndex={cursor.cursorId === null ? -1 : cursor.indexOf(cursor.cursorId)}
          rowTone={callRowTone}
          onRowPressed={(row) => cursor.openPeek(row.id)}
          onNearEnd={onNearEnd}
          onRangeChange={listing.onRangeChange}
        >
          {after}
        </DataTable>
      )}
    </FindWordsProvider>
  );
}

/** The content under the last row, or in place of rows. */
function AfterRows(props: TracesListProps) {
  const { workspace, listing, query, source, range, isLive } = props;
  const { list, counts } = listing;
  if (list.failure) return <FailureState failure={list.failure} onRetry={list.retry} />;
  if (list.isPending || (list.isStale && list.calls.length === 0)) {
    return <SkeletonRows count={14} rowHeight={props.rowHeightPx} />;
  }
  if (list.isStale) return null;
  if (props.problems.length > 0)
    return <InvalidFilter things="calls" problems={props.problems} onClearFilters={props.onClearFilters} />;
  // Rows that were cut off or unreadable are a failure and never count as empty.
  const isWhole = list.last !== null && list.last.end.kind === "complete" && list.last.badLines.length === 0;
  if (list.calls.length === 0 && isWhole) {
    const filterCount = parseQuery(query).terms.length;
    const isWholeTime = range.kind === "all";
    const choice = source?.choice ?? "all";
    const isEverything = isWholeTime && choice === "all";
    if (filterCount === 0 && !isEverything && counts.allTime === null) return null;
    if (isEmptyProject(listing, query, range, choice)) {
      return <NoTraces workspace={workspace} isListening={isLive} onShowStart={props.onShowStart} />;
    }
    const none = (
      <NoCallsMatch
        filterCount={filterCount}
        rangeName={timeRangeName(range, Date.now())}
        isFullTimeRange={isWholeTime}
        unfiltered={counts.unfiltered}
        onClearFilters={props.onClearFilters}
        onAllTime={props.onAllTime}
      />
    );
    if (source === null || source.isByFilter || choice === "all") return none;
    return (
      <NoCallsOfSource key={listing.listKey} {...source} loading={null}>
        {none}
      </NoCallsOfSource>
    );
  }
  return (
    <>
      {list.last ? (
        <StreamNotices
          summary={list.last}
          shownCount={list.calls.length}
          totalCount={counts.matching}
          onResume={list.loadMore}
          isResuming={list.isLoadingMore}
        />
      ) : null}
    </>
  );
}
