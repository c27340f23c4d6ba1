import type { MouseEvent } from "react";
import { classNames } from "@/lib/style/class-names";
import type { RowTone } from "@/lib/table/row-tone";
import { CellActionButtons, type CellActions } from "./cell-actions";
import type { ColumnGeometry } from "./prepare-column-geometry";
import type { TableColumn } from "./table-column";
import { useHoverIntent } from "./use-hover-intent";
import type { TableModel } from "./use-table-model";

type RowProps<Row extends object> = {
  row: ReturnType<TableModel<Row>["getRowModel"]>["rows"][number];
  columns: ReadonlyMap<string, TableColumn<Row>>;
  geometry: ColumnGeometry;
  index: number;
  height: number;
  tone: RowTone;
  isSelected: boolean;
  isCursor: boolean;
  cellActions: CellActions | undefined;
  onPressed: () => void;
};

const HEAD_ROWS = 1;

/** A click on a control inside a row belongs to the control. */
function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, [role=checkbox]") !== null;
}

/** One row; the stripe on its left edge marks errors and running calls. */
export function DataTableRow<Row extends object>(props: RowProps<Row>) {
  const { row, columns, geometry, index, height, tone, isSelected, isCursor, cellActions, onPressed } = props;
  const { restingOn, pointAt } = useHoverIntent();
  const ground = isSelected ? "bg-accent-tint" : "group-hover/row:bg-hover";
  return (
    <tr
      id={`row-${row.id}`}
      aria-rowindex={index + 1 + HEAD_ROWS}
      aria-selected={isSelected}
      aria-current={isCursor || undefined}
      onClick={(event) => {
        if (!isOnControl(event)) onPressed();
      }}
      onMouseLeave={cellActions && (() => pointAt(null))}
      className={classNames(
        "group/row",
        isCursor && "outline-1 -outline-offset-1 outline-focus",
        tone === "error" && "[&>td:first-child]:shadow-[inset_2px_0_var(--err)]",
        tone === "running" && "[&>td:first-child]:shadow-[inset_2px_0_var(--run)]",
      )}
    >
      {row.getVisibleCells().map((cell) => {
        const column = columns.get(cell.column.id);
        if (!column) return null;
        const left = geometry.lefts.get(column.id);
        const value = cellActions && restingOn === column.id ? (column.value?.(row.original) ?? null) : null;
        return (
          <td
            key={cell.id}
            style={left === undefined ? { height } : { height, left }}
            onMouseEnter={cellActions && (() => pointAt(column.id))}
            className={classNames(
              "truncate border-b border-line px-2 py-0 first:pl-4 last:pr-4",
              left !== undefined && "sticky z-[1]",
              left !== undefined && !isSelected && "bg-bg",
              geometry.lastStuck === column.id && "border-r border-r-line-strong",
              ground,
              column.align === "end" && "text-right",
              column.cellClassName,
              value && left === undefined && "relative",
            )}
          >
            {column.cell(row.original)}
            {value && cellActions ? <CellActionButtons value={value} actions={cellActions} /> : null}
          </td>
        );
      })}
      {geometry.hasFiller ? <td aria-hidden="true" className={classNames("border-b border-line", ground)} /> : null}
    </tr>
  );
}
