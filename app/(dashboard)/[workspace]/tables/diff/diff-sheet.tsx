"use client";

import { useMemo, useState } from "react";
import { movedCell } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-cell-move";
import {
  INDEX_ID,
  type SheetColumn,
  type SheetModel as SheetLayout,
} from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { Sheet } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet";
import type { SheetCursor } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-actions";
import type { CellRendering } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-row";
import { openedLater } from "@/components/dialog/opened-later";
import { useKeys } from "@/components/keyboard/use-keys";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { countOf, formatCount } from "@/lib/format/count";
import { DiffCell, signs } from "./diff-cell";
import { type DiffKind, isCellChanged, type RowDifference } from "./prepare-table-diff";
import type { TableDifference } from "./use-table-diff";

const DiffValueDialog = openedLater(async () => (await import("./diff-value-dialog")).DiffValueDialog);

const ROW_HEIGHT_PX = 26;
const NUMBERS_WIDTH_PX = 128;

const grounds: Record<DiffKind, string> = {
  added: "bg-diff-add",
  removed: "bg-diff-del",
  changed: "",
  moved: "",
  same: "",
};

type DiffSheetProps = { difference: TableDifference; kinds: readonly DiffKind[]; onShowSame: () => void };

/** The rows that differ, both sides in one line; columns with changes come first. */
export function DiffSheet({ difference, kinds, onShowSame }: DiffSheetProps) {
  const { rows, changes } = difference;
  const [cursor, setCursor] = useState<SheetCursor | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const shown = useMemo(() => rows.filter(({ kind }) => kinds.includes(kind)), [rows, kinds]);
  const layout = useMemo(() => diffLayout(difference), [difference]);
  const step = (by: number) => {
    if (shown.length === 0) return;
    const first = { row: 0, columnId: INDEX_ID };
    setCursor(cursor ? movedCell(cursor, layout, shown.length, { rows: by, columns: 0 }) : first);
  };
  useKeys("tables", {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Space: () => cursor && setIsOpen(true),
    Enter: () => cursor && setIsOpen(true),
  });
  const open = isOpen && cursor ? shown[cursor.row] : undefined;
  const openColumn = layout.columns.find(({ id }) => id === cursor?.columnId);
  if (shown.length === 0) return <NoVisibleRows difference={difference} onShowSame={onShowSame} />;
  return (
    <>
      <Sheet
        label="Differences"
        layout={layout}
        widths={widths}
        rows={shown}
        count={shown.length}
        totalCount={shown.length}
        rowHeightPx={ROW_HEIGHT_PX}
        sort={[]}
        cursor={cursor}
        drawCell={renderDifferenceCell}
        columnMenu={(column) => <ChangeCount count={changes.get(column.id) ?? 0} />}
        onRangeChange={ignore}
        onCursorElement={ignore}
        actions={{
          onSort: ignore,
          onFoldGroup: ignore,
          onResize: (id, width) =>
            setWidths(({ [id]: _before, ...others }) => (width === null ? others : { ...others, [id]: width })),
          onCellPressed: (cell) => {
            setCursor(cell);
            const pressed = shown[cell.row];
            const column = layout.columns.find(({ id }) => id === cell.columnId);
            if (pressed && column && isCellChanged(pressed, column)) setIsOpen(true);
          },
        }}
      />
      {open && openColumn ? (
        <DiffValueDialog difference={open} column={openColumn} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

const ignore = () => undefined;

function ChangeCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      className="ml-auto flex-none text-[0.625rem] font-normal text-accent-text"
      title={countOf(count, "changed row")}
    >
      {formatCount(count)} ≠
    </span>
  );
}

/** The key first, then changed columns, then the rest; column groups would separate these. */
function diffLayout({ layout, key, changes }: TableDifference): SheetLayout {
  const rank = (column: SheetColumn) => {
    if (column.path === null) return column.id === INDEX_ID ? 0 : 4;
    if (column === key) return 1;
    return changes.has(column.id) ? 2 : 3;
  };
  const columns = layout.all
    .toSorted((left, right) => rank(left) - rank(right))
    .map((column) => ({
      ...column,
      group: null,
      sortField: null,
      label: column.id === INDEX_ID ? "row" : column.id.replace("@", ""),
      width:
        column.id === INDEX_ID ? NUMBERS_WIDTH_PX : changes.has(column.id) ? Math.max(220, column.width) : column.width,
      isNumeric: column.isNumeric && !changes.has(column.id),
    }));
  return { columns, all: columns, found: columns.map(({ id }) => id), frozenCount: key ? 2 : 1, groups: new Map() };
}

function renderDifferenceCell(row: RowDifference, column: SheetColumn): CellRendering {
  const content = <DiffCell difference={row} column={column} />;
  return { content, className: column.id === INDEX_ID ? signs[row.kind].className : grounds[row.kind] };
}

function NoVisibleRows({ difference, onShowSame }: Pick<DiffSheetProps, "difference" | "onShowSame">) {
  const { counts, rows } = difference;
  const isSame = counts.same === rows.length;
  return (
    <div className="grid min-h-0 flex-1 border-t border-line">
      <PaneState
        kind={isSame ? "empty" : "no-match"}
        title={isSame ? "The tables have the same rows in the same order" : "No differences of the selected kinds"}
        actions={
          rows.length > 0 && isSame ? (
            <Button size="small" onClick={onShowSame}>
              Show unchanged rows
            </Button>
          ) : undefined
        }
      >
        {isSame
          ? `${countOf(rows.length, "row")}, and nothing was added, removed, changed or moved.`
          : "Select other kinds above."}
      </PaneState>
    </div>
  );
}
