"use client";

import { useCallback, useMemo } from "react";
import type { SelectedRows } from "@/app/(dashboard)/[workspace]/threads/selection/use-threads-selection";
import { columnActions } from "@/components/table/column-actions";
import { DataTable } from "@/components/table/data-table";
import { selectColumn } from "@/components/table/select-column";
import { partLoadedLater } from "@/components/ui/loaded-later";
import { ProgressBar } from "@/components/ui/progress-bar";
import { nextSort, type Sort } from "@/lib/table/sort";
import { type ThreadRow, threadRowTone } from "@/lib/thread/thread-row";
import { AfterThreads, type ListedThreads } from "./after-threads";
import type { ThreadsColumns } from "./use-threads-columns";

/** Only phones load what draws it. */
const PhoneThreads = partLoadedLater(async () => (await import("./phone-threads")).PhoneThreads);

const ThreadsUnsupported = partLoadedLater(async () => (await import("./threads-states")).ThreadsUnsupported);

const ROW_HEIGHT_PX = 44;

type ThreadsListProps = ListedThreads & {
  columns: ThreadsColumns;
  isPhone: boolean;
  sort: Sort;
  onSort: (sort: Sort) => void;
  selection: SelectedRows;
  /** The thread whose conversation is open next to the list. */
  selectedId: string | null;
  cursorIndex: number;
  onOpen: (id: string) => void;
};

/** The rows as they stream in, or the reason why none can be shown. */
export function ThreadsList(props: ThreadsListProps) {
  const { workspace, list, rows, selection, selectedId } = props;
  const { stream } = list;
  const { columns: chosen, shown: arrangement, arrangeShown } = props.columns;
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
  const after = <AfterThreads {...props} rowHeightPx={ROW_HEIGHT_PX} />;
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
          onSortChange={(field) => props.onSort(nextSort(props.sort, field))}
          arrangement={arrangement}
          onArrange={arrangeShown}
          headActions={columnActions({ columns, arrangement, onArrange: arrangeShown, onSort: props.onSort })}
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
