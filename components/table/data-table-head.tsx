import { useState } from "react";
import type { Sort } from "@/lib/table/sort";
import type { HeadActions, HeadDrag } from "./data-table-head-cell";
import { DataTableHeadCell } from "./data-table-head-cell";
import type { ColumnGeometry } from "./prepare-column-geometry";
import type { TableColumn } from "./table-column";
import type { TableModel } from "./use-table-model";

type HeadProps<Row extends object> = {
  table: TableModel<Row>;
  columns: ReadonlyMap<string, TableColumn<Row>>;
  geometry: ColumnGeometry;
  sort: Sort | null;
  onSortChange: (field: string) => void;
  actions: HeadActions | undefined;
};

/** Column headers: a click sorts where the service can sort, the right edge resizes, a drag moves the column. */
export function DataTableHead<Row extends object>(props: HeadProps<Row>) {
  const { table, columns, geometry, sort, onSortChange, actions } = props;
  const [drag, setDrag] = useState<HeadDrag | null>(null);
  const drop = () => {
    if (drag?.over) actions?.onMove(drag.id, drag.over);
    setDrag(null);
  };
  return (
    <thead>
      {table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1}>
          {group.headers.map((header) => {
            const column = columns.get(header.column.id);
            if (!column) return null;
            return (
              <DataTableHeadCell
                key={header.id}
                column={column}
                left={geometry.lefts.get(column.id)}
                isLastStuck={geometry.lastStuck === column.id}
                sort={sort}
                onSortChange={onSortChange}
                actions={column.isFixed ? undefined : actions}
                drag={drag}
                onDrag={setDrag}
                onDrop={drop}
                resizing={
                  header.column.getCanResize()
                    ? { onStart: header.getResizeHandler(), onReset: () => header.column.resetSize() }
                    : null
                }
              />
            );
          })}
          {geometry.hasFiller ? (
            <td aria-hidden="true" className="sticky top-0 z-[2] h-(--row-h-head) border-b border-line bg-sunken" />
          ) : null}
        </tr>
      ))}
    </thead>
  );
}
