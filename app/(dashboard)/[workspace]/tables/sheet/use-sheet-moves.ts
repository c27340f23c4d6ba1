"use client";

import { useEffect, useMemo, useState } from "react";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { isHandledByFocusedElement, useKeys } from "@/components/keyboard/use-keys";
import { copyText } from "@/lib/json/value/value-line";
import { cellValue } from "./cell-value";
import { cellParam, parseCell } from "./open-cell";
import { movedCell } from "./prepare-cell-move";
import type { SheetModel as SheetLayout } from "./prepare-sheet";
import type { SheetCursor } from "./sheet-actions";

const PAGE_ROWS = 20;

type MovesOptions = {
  layout: SheetLayout;
  rows: readonly TableLine[];
  count: number;
  /** The open cell from the address. */
  cell: string | null;
  onCell: (cell: string | null) => void;
  onFind: () => void;
  onGoToRow: () => void;
  onFilter: (cell: SheetCursor) => void;
  onStepColumn: (columnId: string, by: -1 | 1) => void;
  /** On a phone a single tap opens the cell. */
  isOpenedImmediately: boolean;
};

/** The cursor of the sheet and its keys. While a cell is open, the viewer follows the cursor. */
export function useSheetMoves(options: MovesOptions) {
  const { layout, rows, count, cell, onCell, isOpenedImmediately: opensAtOnce } = options;
  const [movedTo, setMovedTo] = useState<SheetCursor | null>(null);
  const [takesFocus, setTakesFocus] = useState(false);
  const opened = useOpenedCell(rows, count, cell);
  const cursor = opened ?? (movedTo && movedTo.row < count ? movedTo : null);
  const numberOf = (row: number) => rows[row]?.original_index ?? row;
  const moveTo = (next: SheetCursor) => {
    setMovedTo(next);
    if (cell !== null) onCell(cellParam(numberOf(next.row), next.columnId));
  };
  const step = (byRows: number, byColumns: number) => {
    if (count === 0) return;
    if (!cursor) return moveTo({ row: 0, columnId: layout.columns[1]?.id ?? "#" });
    moveTo(movedCell(cursor, layout, count, { rows: byRows, columns: byColumns }));
  };
  const close = () => {
    if (cursor) setMovedTo(cursor);
    onCell(null);
  };
  const open = (isEnter: boolean) => {
    if (!cursor) return;
    setTakesFocus(isEnter);
    if (cell !== null && !isEnter) close();
    else onCell(cellParam(numberOf(cursor.row), cursor.columnId));
  };
  const all = Number.MAX_SAFE_INTEGER;
  useKeys("tables", {
    ArrowDown: () => step(1, 0),
    ArrowUp: () => step(-1, 0),
    ArrowRight: () => step(0, 1),
    ArrowLeft: () => step(0, -1),
    PageDown: () => step(PAGE_ROWS, 0),
    PageUp: () => step(-PAGE_ROWS, 0),
    Home: () => step(0, -all),
    End: () => step(0, all),
    "Mod+Home": () => step(-all, 0),
    "Mod+End": () => step(all, 0),
    Space: () => open(false),
    Enter: () => open(true),
    "Shift+ArrowLeft": () => cursor && options.onStepColumn(cursor.columnId, -1),
    "Shift+ArrowRight": () => cursor && options.onStepColumn(cursor.columnId, 1),
    f: () => cursor && options.onFilter(cursor),
    "g g": options.onGoToRow,
  });
  useKeys("everywhere", { Escape: () => (cell === null ? setMovedTo(null) : close()), "/": options.onFind });
  useCopiedCell(cursor, layout, rows);
  const press = (pressed: SheetCursor) => {
    const isAgain = cursor?.row === pressed.row && cursor.columnId === pressed.columnId;
    if (opensAtOnce) {
      setMovedTo(pressed);
      onCell(cellParam(numberOf(pressed.row), pressed.columnId));
    } else if (isAgain) open(false);
    else moveTo(pressed);
  };
  return { cursor, isOpen: opened !== null, takesFocus, moveTo, press, close };
}

/** The position of the cell in the address among the loaded rows; null while its row is not loaded. */
function useOpenedCell(rows: readonly TableLine[], count: number, cell: string | null): SheetCursor | null {
  // Rows grow in place: a changed count means new rows to search.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  return useMemo(() => {
    const wanted = parseCell(cell);
    if (!wanted) return null;
    const at = rows.findIndex((row, index) => (row.original_index ?? index) === wanted.rowNumber);
    return at < 0 ? null : { row: at, columnId: wanted.columnId };
  }, [rows, count, cell]);
}

/** The browser's copy command copies the cell of the cursor, unless text is selected or being edited. */
function useCopiedCell(cursor: SheetCursor | null, layout: SheetLayout, rows: readonly TableLine[]): void {
  // The outside system is the clipboard.
  useEffect(() => {
    const column = layout.columns.find(({ id }) => id === cursor?.columnId);
    const row = cursor ? rows[cursor.row] : undefined;
    if (!column || !row) return;
    const onCopy = (event: ClipboardEvent) => {
      if (isHandledByFocusedElement(event.target, "c") || String(window.getSelection()) !== "") return;
      event.clipboardData?.setData("text/plain", copyText(cellValue(row, column)));
      event.preventDefault();
    };
    document.addEventListener("copy", onCopy);
    return () => document.removeEventListener("copy", onCopy);
  }, [cursor, layout, rows]);
}
