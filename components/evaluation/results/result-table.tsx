"use client";

import { type ReactNode, useState } from "react";
import type { ChosenExample } from "@/components/evaluation/results/use-chosen-example";
import type { ResultLine, ResultList } from "@/components/evaluation/results/use-results";
import { FailureState } from "@/components/state/failure-state";
import { DataTable } from "@/components/table/data-table";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import type { TableColumn } from "@/components/table/table-column";
import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort, type Sort } from "@/lib/table/sort";

type ResultTableProps = {
  columns: readonly TableColumn<ResultLine>[];
  list: ResultList;
  chosen: ChosenExample;
  /** Changes with the selection: another list starts at its top. */
  listKey: string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onChosen: (row: EvaluationResultRow) => void;
  /** Shown when the list has no rows. */
  empty: ReactNode;
};

const ROW_HEIGHT_PX = 32;
const SKELETON_ROWS = 12;

/** The examples of one or more runs as a table of any length, with its loading, failed and empty states. */
export function ResultTable({ columns, list, chosen, listKey, sort, onSort, onChosen, empty }: ResultTableProps) {
  const [widths, setWidths] = useState<ColumnArrangement["widths"]>({});
  const idOf = ({ index, row }: ResultLine): string =>
    (row ?? (index === chosen.index ? chosen.row : null))?.key ?? `loading ${index}`;
  return (
    <DataTable<ResultLine>
      label="Examples"
      columns={columns}
      count={list.count}
      rowAt={list.lineAt}
      rowId={idOf}
      listKey={listKey}
      rowHeightPx={ROW_HEIGHT_PX}
      totalCount={list.head === undefined ? null : list.count}
      sort={sort}
      onSortChange={(field) => onSort(nextSort(sort, field))}
      arrangement={{ ...firstArrangement(columns), widths }}
      onArrange={(arranged) => setWidths(arranged.widths)}
      selected={new Set(chosen.row === null ? [] : [chosen.row.key])}
      cursorIndex={chosen.index}
      rowTone={() => null}
      onRowPressed={({ row }) => row !== null && onChosen(row)}
      onNearEnd={nothing}
      onRangeChange={list.onRangeChange}
    >
      {list.failure !== null ? (
        <FailureState failure={list.failure} onRetry={list.retry} />
      ) : list.isPending ? (
        <SkeletonRows count={SKELETON_ROWS} rowHeight={ROW_HEIGHT_PX} />
      ) : list.count === 0 ? (
        empty
      ) : null}
    </DataTable>
  );
}

const nothing = () => undefined;
