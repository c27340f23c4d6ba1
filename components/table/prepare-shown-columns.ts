import type { GridColumns } from "@/components/grid/prepare-column-geometry";
import type { ColumnArrangement } from "@/lib/table/column-arrangement";
import type { TableColumn } from "./table-column";

/**
 * Returns the columns as the grid places them. Pinned columns stay at the left edge, with the fixed columns before them;
 * they have a width of their own.
 *
 * @param sizes the shown columns from left to right, with the pixels of those that are not flexible
 */
export function prepareShownColumns<Row>(
  columns: ReadonlyMap<string, TableColumn<Row>>,
  sizes: ReadonlyMap<string, number>,
  { widths, pinned = [] }: Pick<ColumnArrangement, "widths" | "pinned">,
): GridColumns {
  const isFrozen = (id: string) => pinned.includes(id) || (pinned.length > 0 && columns.get(id)?.isFixed === true);
  const shown = [...sizes].map(([id, sizePx]) => {
    const isFlexible = columns.get(id)?.width === "flex" && widths[id] === undefined && !isFrozen(id);
    return { id, widthPx: isFlexible ? null : sizePx };
  });
  return { columns: shown, frozenCount: shown.filter(({ id }) => isFrozen(id)).length };
}
