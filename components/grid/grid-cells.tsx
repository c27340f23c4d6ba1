import type { ReactNode } from "react";
import type { ColumnGeometry, PlacedColumn } from "./prepare-column-geometry";

type GridCellsProps = {
  geometry: ColumnGeometry;
  /** The classes of cells without a column: in place of columns that are not rendered, and after the last one. */
  emptyClassName: string;
  children: (column: PlacedColumn) => ReactNode;
};

/** The cells of a row of a grid, or of its header: one for each rendered column. */
export function GridCells({ geometry, emptyClassName, children }: GridCellsProps) {
  const { placed, frozenCount, gapPx, hasFiller } = geometry;
  const empty = <td aria-hidden="true" className={emptyClassName} />;
  return (
    <>
      {placed.slice(0, frozenCount).map(children)}
      {gapPx === null ? null : empty}
      {placed.slice(frozenCount).map(children)}
      {hasFiller ? empty : null}
    </>
  );
}

/** The number of cells in a row of a grid. */
export function cellCount({ placed, gapPx, hasFiller }: ColumnGeometry): number {
  return placed.length + (gapPx === null ? 0 : 1) + (hasFiller ? 1 : 0);
}

/** The widths of the columns of a grid, in pixels. */
export function GridWidths({ geometry }: { geometry: ColumnGeometry }) {
  const { placed, frozenCount, gapPx, hasFiller } = geometry;
  const col = ({ id, widthPx }: PlacedColumn) => (
    <col key={id} style={widthPx === null ? undefined : { width: widthPx }} />
  );
  return (
    <colgroup>
      {placed.slice(0, frozenCount).map(col)}
      {gapPx === null ? null : <col style={{ width: gapPx }} />}
      {placed.slice(frozenCount).map(col)}
      {hasFiller ? <col /> : null}
    </colgroup>
  );
}
