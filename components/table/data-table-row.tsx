import type { MouseEvent } from "react";
import { classNames } from "@/components/ui/class-names";
import type { RowTone } from "./data-table";
import type { TableColumn } from "./table-column";
import type { TableModel } from "./use-table-model";

type RowProps<Row extends object> = {
  row: ReturnType<TableModel<Row>["getRowModel"]>["rows"][number];
  columns: ReadonlyMap<string, TableColumn<Row>>;
  index: number;
  height: number;
  tone: RowTone;
  isSelected: boolean;
  isCursor: boolean;
  onPressed: () => void;
};

const HEAD_ROWS = 1;

/** A press on a control inside a row is the control's own. */
function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, [role=checkbox]") !== null;
}

/** One row: the selvedge on its left edge marks errors and what is running. */
export function DataTableRow<Row extends object>(props: RowProps<Row>) {
  const { row, columns, index, height, tone, isSelected, isCursor, onPressed } = props;
  return (
    <tr
      id={`row-${row.id}`}
      aria-rowindex={index + 1 + HEAD_ROWS}
      aria-selected={isSelected}
      aria-current={isCursor || undefined}
      onClick={(event) => {
        if (!isOnControl(event)) onPressed();
      }}
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
        return (
          <td
            key={cell.id}
            style={{ height }}
            className={classNames(
              "truncate border-b border-line px-2 py-0 first:pl-4 last:pr-4",
              isSelected ? "bg-accent-tint" : "group-hover/row:bg-hover",
              column.align === "end" && "text-right",
              column.cellClassName,
            )}
          >
            {column.cell(row.original)}
          </td>
        );
      })}
    </tr>
  );
}
