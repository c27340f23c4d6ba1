import type { MouseEvent } from "react";
import { GridCells } from "@/components/grid/grid-cells";
import type { ColumnGeometry } from "@/components/grid/prepare-column-geometry";
import { classNames } from "@/lib/style/class-names";
import type { RowTone } from "@/lib/table/row-tone";
import { CellActionButtons, type CellActions } from "./cell-actions";
import type { TableColumn } from "./table-column";
import { useHoverIntent } from "./use-hover-intent";
import type { ModelRow } from "./use-table-model";

type RowProps<Row> = {
  row: ModelRow<Row>;
  columns: ReadonlyMap<string, TableColumn<Row>>;
  geometry: ColumnGeometry;
  index: number;
  heightPx: number;
  tone: RowTone;
  isSelected: boolean;
  isCursor: boolean;
  cellActions: CellActions | undefined;
  onPressed: () => void;
};

/** The number of header rows, which `aria-rowindex` counts too. */
export const HEAD_ROWS = 1;

/** Minimum row height at which the text of a cell wraps to as many lines as fit. */
const MIN_WRAPPED_HEIGHT_PX = 60;

/** A click on a control inside a row belongs to the control. */
function isOnControl(event: MouseEvent): boolean {
  return event.target instanceof Element && event.target.closest("a, button, input, [role=checkbox]") !== null;
}

/** One row; the stripe on its left edge marks errors and running calls. */
export function DataTableRow<Row>(props: RowProps<Row>) {
  const { row, columns, geometry, index, heightPx: height, tone, isSelected, isCursor, cellActions, onPressed } = props;
  const { restingOn, pointAt } = useHoverIntent();
  const isWrapped = height >= MIN_WRAPPED_HEIGHT_PX;
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
      <GridCells geometry={geometry} emptyClassName={classNames("border-b border-line", ground)}>
        {({ id, leftPx: left, isLastFrozen }) => {
          const column = columns.get(id);
          if (!column) return null;
          const value = cellActions && restingOn === id ? (column.value?.(row.original) ?? null) : null;
          return (
            <td
              key={id}
              style={left === undefined ? { height } : { height, left }}
              onMouseEnter={cellActions && (() => pointAt(id))}
              className={classNames(
                "border-b border-line px-2 py-0 first:pl-4 last:pr-4",
                isWrapped ? "overflow-hidden" : "truncate",
                left !== undefined && "sticky z-[1]",
                left !== undefined && !isSelected && "bg-bg",
                isLastFrozen && "border-r border-r-line-strong",
                ground,
                column.align === "end" && "text-right",
                column.cellClassName,
                value && left === undefined && "relative",
              )}
            >
              {isWrapped && column.isText ? (
                <div className="line-clamp-4 leading-4 whitespace-normal [overflow-wrap:anywhere]">
                  {column.cell(row.original)}
                </div>
              ) : (
                column.cell(row.original)
              )}
              {value && cellActions ? <CellActionButtons value={value} actions={cellActions} /> : null}
            </td>
          );
        }}
      </GridCells>
    </tr>
  );
}
