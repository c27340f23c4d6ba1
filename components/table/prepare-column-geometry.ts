import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { TableColumn } from "./table-column";

/** The minimum width of a flexible column; below it the table scrolls sideways in its own frame. */
export const MIN_FLEX_WIDTH_PX = 160;

/** The widths of the shown columns. */
export interface ColumnGeometry {
  /** Pixels; null for a share of the remaining width. */
  readonly widths: ReadonlyMap<string, number | null>;
  /** Below this width the table scrolls sideways. */
  readonly minWidth: number;
  /** Pixels from the left edge of pinned columns. */
  readonly lefts: ReadonlyMap<string, number>;
  /** The last pinned column, which has a line at its end. */
  readonly lastStuck: string | null;
  /** No column takes the remaining width, so an empty one does. */
  readonly hasFiller: boolean;
}

/**
 * @param shown ids from left to right
 * @param sizes pixels by id, for columns that are not flexible
 */
export function prepareColumnGeometry<Row>(
  columns: ReadonlyMap<string, TableColumn<Row>>,
  shown: readonly string[],
  sizes: ReadonlyMap<string, number>,
  { widths: given, pinned = [] }: Pick<ColumnArrangement, "widths" | "pinned">,
): ColumnGeometry {
  const isStuck = (id: string) => pinned.includes(id) || (pinned.length > 0 && columns.get(id)?.isFixed === true);
  const widths = new Map<string, number | null>();
  const lefts = new Map<string, number>();
  let minWidth = 0;
  let lastStuck: string | null = null;
  for (const id of shown) {
    const isFlex = columns.get(id)?.width === "flex" && given[id] === undefined && !isStuck(id);
    const size = sizes.get(id) ?? MIN_FLEX_WIDTH_PX;
    if (isStuck(id)) {
      lefts.set(id, minWidth);
      lastStuck = id;
    }
    widths.set(id, isFlex ? null : size);
    minWidth += isFlex ? MIN_FLEX_WIDTH_PX : size;
  }
  return { widths, minWidth, lefts, lastStuck, hasFiller: ![...widths.values()].includes(null) };
}
