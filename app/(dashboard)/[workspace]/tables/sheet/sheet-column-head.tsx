import { ArrowDown, ArrowUp } from "lucide-react";
import type { DragEvent, KeyboardEvent, ReactNode } from "react";
import type { HeadDrag } from "@/components/table/data-table-head-cell";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import { ColumnResizer } from "./column-resizer";
import { INDEX_ID, type SheetColumn } from "./prepare-sheet";
import type { SheetActions } from "./sheet-actions";

/** The style of a header cell, for groups and columns. */
export const HEAD_CELL_CLASS = "sticky border-r border-b border-line bg-sunken px-2 text-left text-micro font-medium";

type ColumnHeadProps = {
  column: SheetColumn;
  /** Pixels from the left edge where the column is frozen. */
  left: number | undefined;
  width: number;
  ariaColIndex: number;
  sort: readonly Sort[];
  actions: SheetActions;
  menu: ReactNode;
  drag: HeadDrag | null;
  onDrag: (drag: HeadDrag | null) => void;
  onDrop: () => void;
};

/** A column header: a click sorts, the right edge resizes, dragging or Shift with an arrow key moves it. */
export function SheetColumnHead(props: ColumnHeadProps) {
  const { column, left, width, ariaColIndex, sort, actions, drag } = props;
  const keyAt = sort.findIndex(({ field }) => field === column.sortField);
  const key = sort[keyAt];
  const { onMove, onStep } = actions;
  const canMove = onMove !== undefined && column.id !== INDEX_ID;
  const over = drag?.over?.id === column.id ? drag.over.side : null;
  const onDragOver = (event: DragEvent<HTMLTableCellElement>) => {
    if (drag === null || !canMove) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const side = event.clientX < box.left + box.width / 2 ? "before" : "after";
    if (over !== side) props.onDrag({ ...drag, over: { id: column.id, side } });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.shiftKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
    event.preventDefault();
    event.stopPropagation();
    onStep?.(column.id, event.key === "ArrowLeft" ? -1 : 1);
  };
  return (
    <th
      scope="col"
      aria-colindex={ariaColIndex}
      aria-sort={
        key === undefined ? undefined : keyAt > 0 ? "other" : key.direction === "asc" ? "ascending" : "descending"
      }
      style={left === undefined ? {} : { left }}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className={classNames(
        HEAD_CELL_CLASS,
        "group/head top-6 h-[26px] text-ink-2",
        left === undefined ? "z-[2]" : "z-[4]",
        key !== undefined && "text-ink",
        over === "before" && "shadow-[inset_2px_0_var(--accent)]",
        over === "after" && "shadow-[inset_-2px_0_var(--accent)]",
      )}
    >
      {/*
       * biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside, and the
       * menu offers all that dragging does
       */}
      <span
        draggable={canMove}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", column.id);
          props.onDrag({ id: column.id, over: null });
        }}
        onDragEnd={() => props.onDrag(null)}
        onKeyDown={canMove ? onKeyDown : undefined}
        className={classNames(
          "flex min-w-0 items-center gap-1",
          canMove && "cursor-grab",
          column.isNumeric && "flex-row-reverse",
          drag?.id === column.id && "opacity-40",
        )}
      >
        <ColumnLabel column={column} sort={key} rank={sort.length > 1 ? keyAt + 1 : null} onSort={actions.onSort} />
        {column.path === null ? <TypeNote column={column} /> : props.menu}
      </span>
      <ColumnResizer
        width={width}
        onResize={(to) => actions.onResize(column.id, to)}
        onReset={() => actions.onResize(column.id, null)}
      />
    </th>
  );
}

/** Row number and digest have no statistics: only their type is shown. */
function TypeNote({ column }: { column: SheetColumn }) {
  if (column.isNumeric) return null;
  return <span className="ml-auto font-mono text-[0.625rem] font-normal text-ink-3">{column.type}</span>;
}

type ColumnLabelProps = {
  column: SheetColumn;
  sort: Sort | undefined;
  /** Position among several sort keys. */
  rank: number | null;
  onSort: SheetActions["onSort"];
};

function ColumnLabel({ column, sort, rank, onSort }: ColumnLabelProps) {
  const { sortField } = column;
  const label = <span className="truncate font-mono tracking-[-0.02em]">{column.label}</span>;
  if (sortField === null) return label;
  const Arrow = sort?.direction === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      title={column.id}
      onClick={(event) => onSort(sortField, event.shiftKey)}
      className="flex h-6 min-w-0 items-center gap-1 outline-offset-[-2px] hover:text-ink"
    >
      {label}
      {sort ? <Arrow size={11} strokeWidth={2} aria-hidden="true" /> : null}
      {sort && rank !== null ? <span className="text-[0.625rem] font-normal text-ink-3">{rank}</span> : null}
    </button>
  );
}
