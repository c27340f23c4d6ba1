import type { ReactNode } from "react";
import { GridCells } from "@/components/grid/grid-cells";
import { GridHeadCell, HeadHandle } from "@/components/grid/grid-head-cell";
import type { ColumnGeometry, PlacedColumn } from "@/components/grid/prepare-column-geometry";
import { type ColumnDrag, useColumnDrag } from "@/components/grid/use-column-drag";
import { classNames } from "@/lib/style/class-names";
import type { ColumnTarget } from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";
import { HeadLabel } from "./head-label";
import type { TableColumn } from "./table-column";

/** Actions of a header besides sorting. */
export interface HeadActions {
  readonly menu: (columnId: string) => ReactNode;
  readonly onMove: (columnId: string, target: ColumnTarget) => void;
  /** Moves the column one position left or right. */
  readonly onStep: (columnId: string, by: -1 | 1) => void;
}

type HeadProps<Row> = {
  columns: ReadonlyMap<string, TableColumn<Row>>;
  geometry: ColumnGeometry;
  sort: Sort | null;
  onSortChange: (field: string) => void;
  onResize: (columnId: string, widthPx: number | null) => void;
  /** Absent where the column order is fixed. */
  actions: HeadActions | undefined;
};

/** Column headers: a click sorts where the service can sort, the right edge resizes, a drag moves the column. */
export function DataTableHead<Row>({ columns, geometry, actions, ...rest }: HeadProps<Row>) {
  const drag = useColumnDrag(actions?.onMove);
  return (
    <thead data-find="none">
      <tr aria-rowindex={1}>
        <GridCells
          geometry={geometry}
          emptyClassName="sticky top-0 z-[2] h-(--row-h-head) border-b border-line bg-sunken"
        >
          {(place) => {
            const column = columns.get(place.id);
            if (!column) return null;
            const isMovable = !column.isFixed;
            return (
              <HeadCell
                key={column.id}
                {...rest}
                column={column}
                place={place}
                actions={isMovable ? actions : undefined}
                drag={drag}
              />
            );
          }}
        </GridCells>
      </tr>
    </thead>
  );
}

type HeadCellProps<Row> = Omit<HeadProps<Row>, "columns" | "geometry"> & {
  column: TableColumn<Row>;
  place: PlacedColumn;
  drag: ColumnDrag;
};

function HeadCell<Row>({ column, place, sort, onSortChange, onResize, actions, drag }: HeadCellProps<Row>) {
  const { id, isFixed, align, cellClassName } = column;
  const isSorted = sort !== null && sort.field === column.sortField;
  const label = <HeadLabel column={column} sort={isSorted ? sort : null} onSortChange={onSortChange} />;
  return (
    <GridHeadCell
      place={place}
      sort={isSorted ? (sort.direction === "asc" ? "ascending" : "descending") : undefined}
      drag={drag}
      isMovable={actions !== undefined}
      resizing={isFixed ? null : { widthPx: place.widthPx, onResize: (widthPx) => onResize(id, widthPx) }}
      className={classNames(
        "top-0 h-(--row-h-head) truncate text-ink-3 first:pl-4 last:pr-4",
        place.isLastFrozen && "border-r border-r-line-strong",
        align === "end" && "text-right",
        isSorted && "text-ink",
        cellClassName,
      )}
    >
      {actions ? (
        <HeadHandle
          id={id}
          drag={drag}
          onStep={(by) => actions.onStep(id, by)}
          className={classNames("h-full", align === "end" && "justify-end")}
        >
          {label}
          {actions.menu(id)}
        </HeadHandle>
      ) : (
        label
      )}
    </GridHeadCell>
  );
}
