import type { ComponentProps, ReactNode, RefObject } from "react";
import { classNames } from "@/lib/style/class-names";
import { GridBody } from "./grid-body";
import { cellCount, GridWidths } from "./grid-cells";
import type { ColumnGeometry } from "./prepare-column-geometry";
import type { VisibleRows } from "./prepare-visible-rows";

type GridProps = Omit<ComponentProps<"table">, "aria-label" | "className" | "role" | "style"> & {
  label: string;
  /** The element that scrolls. */
  frameRef: RefObject<HTMLDivElement | null>;
  frameClassName?: string;
  geometry: ColumnGeometry;
  rows: VisibleRows;
  /** The number of rows of the list, loaded or not; null when unknown. */
  totalCount: number | null;
  headRowCount: number;
  head: ReactNode;
  /** The visible rows. */
  children: ReactNode;
  /** Shown below the table, in its frame. */
  after?: ReactNode;
};

/**
 * Virtual rows and columns in a real table that scrolls in its own frame, with a sticky header. The caller chooses them
 * with `useVisibleRows` and `useVisibleColumns`.
 */
export function Grid(props: GridProps) {
  const { label, frameRef, frameClassName, geometry, rows, totalCount, headRowCount, head, children, after, ...table } =
    props;
  return (
    <div ref={frameRef} className={classNames("relative min-h-0 flex-1 overflow-auto", frameClassName)}>
      <table
        {...table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: rows or cells take the cursor, so the table is a grid
        role="grid"
        aria-label={label}
        aria-rowcount={totalCount === null ? -1 : totalCount + headRowCount}
        aria-colcount={geometry.count}
        style={{ minWidth: geometry.minWidthPx }}
        className="w-full table-fixed border-separate border-spacing-0 text-small outline-offset-[-2px]"
      >
        <GridWidths geometry={geometry} />
        {head}
        <GridBody rows={rows} span={cellCount(geometry)}>
          {children}
        </GridBody>
      </table>
      {after}
    </div>
  );
}
