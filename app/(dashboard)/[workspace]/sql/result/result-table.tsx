"use client";

import { useMemo, useState } from "react";
import { DataTable } from "@/components/table/data-table";
import type { TableColumn } from "@/components/table/table-column";
import { firstArrangement } from "@/lib/table/column-arrangement";
import { nextSort, type Sort } from "@/lib/table/sort";
import { cellText, columnKind, sortedRows } from "./column-kinds";
import type { SqlResult } from "./use-sql-run";

interface ResultRow {
  readonly id: string;
  readonly values: readonly unknown[];
}

/** Longer texts are cut in a cell; they are whole in exports. */
const MAX_CELL_LENGTH = 500;

const ROW_HEIGHT_PX = 28;
const NO_ROWS: ReadonlySet<string> = new Set();
const nothing = () => undefined;

/** The rows of a result, sorted by a press on a heading. */
export function ResultTable({ result, listKey }: { result: SqlResult; listKey: string }) {
  const [sort, setSort] = useState<Sort | null>(null);
  const columns = useMemo(() => columnsOf(result), [result]);
  const [arrangement, setArrangement] = useState(() => firstArrangement(columns));
  const rows = useMemo(() => {
    const column = sort === null ? -1 : Number(sort.field);
    const type = result.columns[column]?.type;
    const ordered =
      sort === null || type === undefined
        ? result.rows
        : sortedRows(result.rows, column, columnKind(type), sort.direction);
    return ordered.map((values, index): ResultRow => ({ id: String(index), values }));
  }, [result, sort]);
  return (
    <DataTable
      label="Result"
      columns={columns}
      count={rows.length}
      rowAt={(index) => rows[index]}
      rowId={(row) => row.id}
      listKey={listKey}
      contentKey={listKey}
      rowHeightPx={ROW_HEIGHT_PX}
      totalCount={rows.length}
      sort={sort}
      onSortChange={(field) => setSort(nextSort(sort, field))}
      arrangement={arrangement}
      onArrange={setArrangement}
      selected={NO_ROWS}
      cursorIndex={-1}
      takesFocus
      rowTone={() => null}
      onRowPressed={nothing}
      onNearEnd={nothing}
      onRangeChange={nothing}
    />
  );
}

function columnsOf({ columns }: SqlResult): readonly TableColumn<ResultRow>[] {
  return columns.map(({ name, type }, index) => {
    const kind = columnKind(type);
    const textOf = (row: ResultRow) => cellText(row.values[index])?.slice(0, MAX_CELL_LENGTH) ?? "null";
    return {
      id: String(index),
      label: name,
      head: <span title={type}>{name}</span>,
      width: 120,
      fit: { text: textOf, characterPx: 7, extraPx: 26, minPx: Math.min(220, 34 + name.length * 6.5), maxPx: 380 },
      align: kind === "number" ? "end" : "start",
      sortField: String(index),
      cell: (row) =>
        (row.values[index] ?? null) === null ? (
          <span className="text-code-null italic">null</span>
        ) : (
          <span className={kind === "number" ? "tabular-nums" : "text-code"} title={textOf(row)}>
            {textOf(row)}
          </span>
        ),
    };
  });
}
