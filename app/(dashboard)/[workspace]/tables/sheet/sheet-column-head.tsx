import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { GridHeadCell, HeadHandle } from "@/components/grid/grid-head-cell";
import type { PlacedColumn } from "@/components/grid/prepare-column-geometry";
import type { ColumnDrag } from "@/components/grid/use-column-drag";
import { classNames } from "@/lib/style/class-names";
import type { Sort } from "@/lib/table/sort";
import { INDEX_ID, type SheetColumn } from "./prepare-sheet";
import type { SheetActions } from "./sheet-actions";

type ColumnHeadProps = {
  column: SheetColumn;
  place: PlacedColumn;
  sort: readonly Sort[];
  actions: SheetActions;
  menu: ReactNode;
  drag: ColumnDrag;
};

/** A column header: a click sorts, the right edge resizes, dragging or Shift with an arrow key moves it. */
export function SheetColumnHead({ column, place, sort, actions, menu, drag }: ColumnHeadProps) {
  const { id } = column;
  const keyAt = sort.findIndex(({ field }) => field === column.sortField);
  const key = sort[keyAt];
  const canMove = actions.onMove !== undefined && id !== INDEX_ID;
  return (
    <GridHeadCell
      place={place}
      sort={key === undefined ? undefined : keyAt > 0 ? "other" : key.direction === "asc" ? "ascending" : "descending"}
      ariaColIndex={place.position + 1}
      drag={drag}
      isMovable={canMove}
      resizing={{ widthPx: place.widthPx, onResize: (widthPx) => actions.onResize(id, widthPx) }}
      className={classNames("top-6 h-[26px] border-r text-ink-2", key !== undefined && "text-ink")}
    >
      <HeadHandle
        id={id}
        drag={drag}
        onStep={canMove ? (by) => actions.onStep?.(id, by) : undefined}
        className={classNames("gap-1", column.isNumeric && "flex-row-reverse")}
      >
        <ColumnLabel column={column} sort={key} rank={sort.length > 1 ? keyAt + 1 : null} onSort={actions.onSort} />
        {column.path === null ? <TypeNote column={column} /> : menu}
      </HeadHandle>
    </GridHeadCell>
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
