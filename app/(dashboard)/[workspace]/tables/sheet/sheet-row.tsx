import { memo, type ReactNode } from "react";
import { GridCells } from "@/components/grid/grid-cells";
import type { ColumnGeometry } from "@/components/grid/prepare-column-geometry";
import { classNames } from "@/lib/style/class-names";
import { INDEX_ID, type SheetColumn } from "./prepare-sheet";
import type { SheetCursor } from "./sheet-actions";

/** The id of a cell's element, by which the grid references its current cell. */
export function cellElementId({ row, columnId }: SheetCursor): string {
  return `cell ${row} ${columnId}`.replaceAll(/\s/g, "-");
}

/** The content of a cell and its style. */
export interface CellRendering {
  readonly content: ReactNode;
  readonly className?: string | undefined;
}

export type RenderCell<Row> = (row: Row, column: SheetColumn) => CellRendering;

type SheetRowProps<Row> = {
  row: Row;
  /** Position among the loaded rows. */
  index: number;
  ariaRowIndex: number;
  heightPx: number;
  /** All columns. */
  columns: readonly SheetColumn[];
  geometry: ColumnGeometry;
  /** The column of the cursor when it is in this row. */
  cursorColumnId: string | null;
  drawCell: RenderCell<Row>;
  onCursorElement: (element: HTMLElement | null) => void;
};

function PlainSheetRow<Row>(props: SheetRowProps<Row>) {
  const { row, index, heightPx: height, columns, geometry, cursorColumnId, drawCell } = props;
  const isCursorRow = cursorColumnId !== null;
  return (
    <tr data-index={index} aria-rowindex={props.ariaRowIndex}>
      <GridCells geometry={geometry} emptyClassName="border-b border-line p-0">
        {({ position, leftPx: left }) => {
          const column = columns[position];
          if (!column) return null;
          const isCursor = column.id === cursorColumnId;
          const { content, className } = drawCell(row, column);
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is a gridcell, which can be selected
            <td
              key={column.id}
              id={cellElementId({ row: index, columnId: column.id })}
              ref={isCursor ? props.onCursorElement : undefined}
              data-column={column.id}
              aria-colindex={position + 1}
              aria-selected={isCursor}
              style={left === undefined ? { height } : { height, left }}
              className={classNames(
                "truncate border-r border-b border-line px-2 py-0",
                left !== undefined && "sticky z-[1] bg-bg",
                isCursorRow && "bg-hover",
                column.id === INDEX_ID && "bg-sunken text-right text-ink-3",
                column.id === INDEX_ID && isCursorRow && "text-ink",
                column.isNumeric && "text-right",
                className,
                isCursor && "bg-accent-tint outline-2 -outline-offset-2 outline-focus",
              )}
            >
              {content}
            </td>
          );
        }}
      </GridCells>
    </tr>
  );
}

/** One row of a sheet. Rendered again only when its props changed, so that scrolling stays cheap. */
export const SheetRow = memo(PlainSheetRow) as typeof PlainSheetRow;
