"use client";

import { useQueryStates } from "nuqs";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { SheetArrangement } from "@/app/(dashboard)/[workspace]/tables/columns/column-arrangement";
import { SheetColumnMenu } from "@/app/(dashboard)/[workspace]/tables/columns/sheet-column-menu";
import type { RowEditing } from "@/app/(dashboard)/[workspace]/tables/edit/use-table-edits";
import type { RowNarrowing } from "@/app/(dashboard)/[workspace]/tables/find/narrowing";
import { conditionOf } from "@/app/(dashboard)/[workspace]/tables/find/prepare-conditions";
import { hasMatchInValue } from "@/app/(dashboard)/[workspace]/tables/find/prepare-find";
import { cellValue } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-value";
import { CellViewer } from "@/app/(dashboard)/[workspace]/tables/sheet/cell-viewer";
import {
  DIGEST_ID,
  INDEX_ID,
  type SheetColumn,
  type SheetModel as SheetLayout,
} from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import { Sheet } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet";
import type { SheetActions } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-actions";
import { CellContent } from "@/app/(dashboard)/[workspace]/tables/sheet/sheet-cell";
import { useSheetMoves } from "@/app/(dashboard)/[workspace]/tables/sheet/use-sheet-moves";
import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { TableListing } from "@/app/(dashboard)/[workspace]/tables/stream/use-table";
import { useIsPhone } from "@/components/browser/use-is-phone";
import { openedLater } from "@/components/dialog/opened-later";
import { useCopyText } from "@/components/ui/use-copy-text";
import { formatCount } from "@/lib/format/count";
import { isMembers } from "@/lib/json/value/members";
import { tablesParams } from "./search-params";

const GoToRow = openedLater(async () => (await import("@/app/(dashboard)/[workspace]/tables/find/go-to-row")).GoToRow);

type TableSheetProps = {
  editing: RowEditing;
  /** The address of a row in the playground. */
  playgroundHref: (rowDigest: string) => string;
  label: string;
  layout: SheetLayout;
  listing: TableListing;
  isWhole: boolean;
  totalCount: number | null;
  rowHeightPx: number;
  words: string;
  findBox: RefObject<HTMLInputElement | null>;
  /** Receives the function that moves to another match. */
  findStep: RefObject<(by: 1 | -1) => void>;
  nextMatch: (from: number, by: 1 | -1) => number;
  onRangeChange: (first: number, last: number) => void;
  arrangement: SheetArrangement;
  narrowing: RowNarrowing;
};

/** The sheet with its cursor, the viewer of the open cell, and the menus of its columns. */
export function TableSheet(props: TableSheetProps) {
  const { layout, listing, arrangement, nextMatch, findStep } = props;
  const { stream, question, window } = listing;
  const { from } = window;
  const { rows } = props.narrowing;
  const count = rows.length;
  const copy = useCopyText();
  const [{ cell }, setParams] = useQueryStates(tablesParams, { history: "replace" });
  const [isAskingRow, setIsAskingRow] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const stepOf = (id: string, by: -1 | 1) => arrangement.stepOf(layout, id, by);
  const moves = useSheetMoves({
    layout,
    rows,
    count,
    cell,
    onCell: (next) => void setParams({ cell: next }),
    onFind: () => props.findBox.current?.focus(),
    onGoToRow: () => setIsAskingRow(true),
    onFilter: ({ row, columnId }) => filterBy(rows[row], columnId)?.(false),
    onStepColumn: (id, by) => stepOf(id, by)?.(),
    isOpenedImmediately: useIsPhone(),
  });
  const filterBy = (row: TableLine | undefined, columnId: string) => {
    const column = layout.columns.find(({ id }) => id === columnId);
    if (!row || !column) return null;
    if (column.id === DIGEST_ID) return () => void setParams({ rows: row.digest, from: 0, cell: null });
    const { path } = column;
    if (path === null || !conditionOf(path, cellValue(row, column), false)) return null;
    return (isNegated: boolean) => {
      const condition = conditionOf(path, cellValue(row, column), isNegated);
      if (condition) props.narrowing.add(condition);
    };
  };
  const { cursor, moveTo } = moves;
  const columnAt = cursor?.columnId ?? layout.columns[1]?.id ?? "#";
  const awaited = useRef<{ readonly by: 1 | -1; readonly words: string; readonly from: number } | null>(null);
  // The find box is outside the sheet and moves its cursor: at once, or to the first match that a search finds later.
  useEffect(() => {
    const from = cursor?.row ?? -1;
    const step = (by: 1 | -1) => {
      const row = nextMatch(from, by);
      awaited.current = row < 0 ? { by, words: props.words, from } : null;
      if (row >= 0) moveTo({ row, columnId: columnAt });
    };
    findStep.current = step;
    if (awaited.current?.words === props.words && awaited.current.from === from) step(awaited.current.by);
    else awaited.current = null;
  });
  const actions: SheetActions = {
    onSort: arrangement.pressHead,
    onFoldGroup: arrangement.toggleFolded,
    onCellPressed: moves.press,
    onResize: arrangement.resize,
    onMove: (id, target) => arrangement.move(layout, id, target),
    onStep: (id, by) => stepOf(id, by)?.(),
  };
  const goTo = (rowNumber: number): string | null => {
    const row = rows.findIndex((candidate, index) => (candidate.original_index ?? from + index) === rowNumber);
    if (row >= 0) {
      moveTo({ row, columnId: columnAt });
      return null;
    }
    const isInOrder =
      question.sort.length === 0 && question.rowDigests.length === 0 && props.narrowing.searchedCount === null;
    if (!isInOrder || stream.isStreaming) return `Row ${formatCount(rowNumber)} is not loaded.`;
    void setParams({ from: rowNumber, limit: null, cell: null });
    return null;
  };
  const copyPath = (id: string) => copy(id, "Path copied");
  const onCursorElement = useCallback((element: HTMLElement | null) => {
    // The element of the previous cell is removed before the next one is added.
    if (element) setAnchor(element);
  }, []);
  const { words } = props;
  const { edits } = props.editing;
  const drawCell = useCallback(
    (row: TableLine, column: SheetColumn) => {
      const value = cellValue(row, column);
      const isEdited = edits.size > 0 && typeof row.original_index === "number" && edits.has(row.original_index);
      const isFound = words !== "" && column.id !== INDEX_ID && hasMatchInValue(value, words);
      return {
        content: <CellContent column={column} value={value} />,
        className: isFound ? "bg-warn-tint" : isEdited ? "bg-accent-tint" : undefined,
      };
    },
    [words, edits],
  );
  const { editing } = props;
  const openRow = moves.isOpen && cursor ? rows[cursor.row] : undefined;
  const openColumn = layout.columns.find((column) => column.id === cursor?.columnId);
  const canEdit = editing.canEdit && typeof openRow?.original_index === "number" && isMembers(openRow.val);
  return (
    <>
      <Sheet
        label={props.label}
        layout={layout}
        widths={arrangement.widths}
        rows={rows}
        count={count}
        totalCount={props.narrowing.searchedCount === null ? props.totalCount : count}
        rowHeightPx={props.rowHeightPx}
        sort={arrangement.sort}
        cursor={cursor}
        drawCell={drawCell}
        actions={actions}
        onRangeChange={props.onRangeChange}
        onCursorElement={onCursorElement}
        columnMenu={(column) => (
          <SheetColumnMenu
            column={column}
            rows={stream.rows}
            isWhole={props.isWhole}
            isFrozen={arrangement.frozen.has(column.id)}
            isExpanded={arrangement.expanded.includes(column.id)}
            actions={{
              onSort: arrangement.sortOnly,
              onHide: arrangement.hide,
              onFreeze: arrangement.toggleFrozen,
              onExpand: arrangement.toggleExpanded,
              stepOf,
              onCopyPath: copyPath,
            }}
          />
        )}
      />
      {openRow && openColumn ? (
        <CellViewer
          key={moves.takesFocus ? "focused" : "preview"}
          anchor={anchor}
          path={openColumn.id.replace(DIGEST_ID, "digest").replace(/^#$/, "original_index")}
          value={cellValue(openRow, openColumn)}
          rowNumber={openRow.original_index ?? null}
          shouldFocus={moves.takesFocus}
          onExpand={openColumn.canExpand ? () => arrangement.toggleExpanded(openColumn.id) : undefined}
          onFilter={openColumn.path === null ? undefined : (filterBy(openRow, openColumn.id) ?? undefined)}
          playgroundHref={isMembers(openRow.val) ? props.playgroundHref(openRow.digest) : undefined}
          onEdit={
            canEdit && openColumn.path !== null
              ? (value) => openColumn.path && editing.setCell(openRow, openColumn.path, value)
              : undefined
          }
          onDeleteRow={
            canEdit
              ? () => {
                  moves.close();
                  editing.deleteRow(openRow);
                }
              : undefined
          }
          onClose={moves.close}
        />
      ) : null}
      {isAskingRow ? <GoToRow onGo={goTo} onClose={() => setIsAskingRow(false)} /> : null}
    </>
  );
}
