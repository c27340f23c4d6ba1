import type { DragEvent, KeyboardEvent, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import { HeadLabels, sortsOf } from "./head-labels";
import type { TableColumn } from "./table-column";

/** Actions of a header besides sorting. */
export interface HeadActions {
  readonly menu: (columnId: string) => ReactNode;
  readonly onMove: (columnId: string, target: { readonly id: string; readonly side: "before" | "after" }) => void;
  /** Moves the column one position left or right. */
  readonly onStep: (columnId: string, by: -1 | 1) => void;
}

/** The column being dragged, and its target. */
export interface HeadDrag {
  readonly id: string;
  readonly over: { readonly id: string; readonly side: "before" | "after" } | null;
}

type HeadCellProps<Row> = {
  column: TableColumn<Row>;
  /** Pixels from the left edge of a pinned column. */
  left: number | undefined;
  isLastStuck: boolean;
  sort: Sort | null;
  onSortChange: (field: string) => void;
  /** Absent for a column that cannot move. */
  actions: HeadActions | undefined;
  drag: HeadDrag | null;
  onDrag: (drag: HeadDrag | null) => void;
  onDrop: () => void;
  resizing: { readonly onStart: (event: unknown) => void; readonly onReset: () => void } | null;
};

/** One header cell. Shift with an arrow key moves its column while the focus is in the header. */
export function DataTableHeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, left, isLastStuck, sort, onSortChange, actions, drag, onDrag, resizing } = props;
  const isSorted = sort !== null && sortsOf(column).some(({ field }) => field === sort.field);
  const over = drag?.over?.id === column.id ? drag.over.side : null;
  const onDragOver = (event: DragEvent<HTMLTableCellElement>) => {
    if (drag === null || !actions) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const side = event.clientX < box.left + box.width / 2 ? "before" : "after";
    if (over !== side) onDrag({ ...drag, over: { id: column.id, side } });
  };
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined}
      style={left === undefined ? undefined : { left }}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
      className={classNames(
        "group/head sticky top-0 h-(--row-h-head) truncate border-b border-line bg-sunken px-2 text-left text-micro font-medium text-ink-3 first:pl-4 last:pr-4",
        left === undefined ? "z-[2]" : "z-[4]",
        isLastStuck && "border-r border-r-line-strong",
        column.align === "end" && "text-right",
        isSorted && "text-ink",
        over === "before" && "shadow-[inset_2px_0_var(--accent)]",
        over === "after" && "shadow-[inset_-2px_0_var(--accent)]",
        column.cellClassName,
      )}
    >
      {actions ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: keys of the controls inside come by here, and the menu has all that dragging does
        <span
          draggable
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = "move";
            event.dataTransfer.setData("text/plain", column.label);
            onDrag({ id: column.id, over: null });
          }}
          onDragEnd={() => onDrag(null)}
          onKeyDown={(event) => stepByKey(event, (by) => actions.onStep(column.id, by))}
          className={classNames(
            "flex h-full min-w-0 cursor-grab items-center",
            column.align === "end" && "justify-end",
            drag?.id === column.id && "opacity-40",
          )}
        >
          <HeadLabels column={column} sort={isSorted ? sort : null} onSortChange={onSortChange} />
          {actions.menu(column.id)}
        </span>
      ) : (
        <HeadLabels column={column} sort={isSorted ? sort : null} onSortChange={onSortChange} />
      )}
      {resizing ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the menu of the head makes a column wider and narrower by keys
        <span
          onMouseDown={resizing.onStart}
          onTouchStart={resizing.onStart}
          onDoubleClick={resizing.onReset}
          className="absolute inset-y-1 right-0 w-1.5 cursor-col-resize border-r border-transparent group-hover/head:border-line-strong"
        />
      ) : null}
    </th>
  );
}

/** The header keeps the focus where its element is moved. */
function stepByKey(event: KeyboardEvent, onStep: (by: -1 | 1) => void): void {
  if (!event.shiftKey || (event.key !== "ArrowLeft" && event.key !== "ArrowRight")) return;
  event.preventDefault();
  event.stopPropagation();
  const { target } = event;
  onStep(event.key === "ArrowLeft" ? -1 : 1);
  requestAnimationFrame(() => {
    if (target instanceof HTMLElement) target.focus();
  });
}
