import type { DragEvent, KeyboardEvent, ReactNode } from "react";
import { classNames } from "@/lib/style/class-names";
import { ColumnResizer, type ColumnResizing } from "./column-resizer";
import type { PlacedColumn } from "./prepare-column-geometry";
import type { ColumnDrag } from "./use-column-drag";

type HeadCellProps = {
  place: PlacedColumn;
  sort: "ascending" | "descending" | "other" | undefined;
  /** Absent in a grid without numbered columns. */
  ariaColIndex?: number;
  drag: ColumnDrag;
  /** True for a column that can change its place: another one can be dropped next to it. */
  isMovable: boolean;
  /** Null for a column whose width is fixed. */
  resizing: ColumnResizing | null;
  className: string;
  children: ReactNode;
};

/** The header cell of a column: sticky, the right edge resizes, other columns can be dropped next to it. */
export function GridHeadCell(props: HeadCellProps) {
  const { place, drag, isMovable, resizing } = props;
  const { id, leftPx } = place;
  const side = drag.target?.id === id ? drag.target.side : null;
  const onDragOver = (event: DragEvent<HTMLTableCellElement>) => {
    if (drag.id === null || !isMovable) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    drag.pointAt({ id, side: event.clientX < box.left + box.width / 2 ? "before" : "after" });
  };
  return (
    <th
      scope="col"
      aria-colindex={props.ariaColIndex}
      aria-sort={props.sort}
      style={leftPx === undefined ? undefined : { left: leftPx }}
      onDragOver={onDragOver}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop();
      }}
      className={classNames(
        "group/head sticky border-b border-line bg-sunken px-2 text-left text-micro font-medium",
        leftPx === undefined ? "z-[2]" : "z-[4]",
        side === "before" && "shadow-[inset_2px_0_var(--accent)]",
        side === "after" && "shadow-[inset_-2px_0_var(--accent)]",
        props.className,
      )}
    >
      {props.children}
      {resizing ? <ColumnResizer {...resizing} /> : null}
    </th>
  );
}

type HandleProps = {
  id: string;
  drag: ColumnDrag;
  /** Moves the column one position; absent for a column that cannot move. */
  onStep: ((by: -1 | 1) => void) | undefined;
  className: string;
  children: ReactNode;
};

/** The content of a header cell: dragging it, or Shift with an arrow key while it has the focus, moves the column. */
export function HeadHandle({ id, drag, onStep, className, children }: HandleProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the controls inside, and the menu offers all that dragging does
    <span
      draggable={onStep !== undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        event.dataTransfer.setData("text/plain", id);
        drag.start(id);
      }}
      onDragEnd={drag.cancel}
      onKeyDown={onStep && ((event) => stepByKey(event, onStep))}
      className={classNames(
        "flex min-w-0 items-center",
        onStep && "cursor-grab",
        drag.id === id && "opacity-40",
        className,
      )}
    >
      {children}
    </span>
  );
}

/** The control keeps the focus where its element is moved. */
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
