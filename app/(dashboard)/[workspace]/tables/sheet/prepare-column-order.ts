import { adjacentColumn, type ColumnTarget, moveColumnNextTo } from "@/lib/table/column-arrangement";
import { INDEX_ID, type SheetModel } from "./prepare-sheet";

/** The user's arrangement of the sheet, as in the address. */
export interface ChosenOrder {
  /** Columns that come first, in this order; the others follow in their original order. */
  readonly order: readonly string[];
  readonly freeze: readonly string[];
}

/** Returns the arrangement with a column moved next to another; it becomes frozen when the other is. */
export function withMoved(
  sheet: Pick<SheetModel, "all" | "found">,
  hidden: readonly string[],
  { freeze }: Pick<ChosenOrder, "freeze">,
  id: string,
  target: ColumnTarget,
): ChosenOrder {
  const { columns, arrangement } = arrangementOf(sheet, hidden, freeze);
  const moved = moveColumnNextTo(columns, arrangement, id, target);
  return { order: shortOrder(sheet.found, moved.order), freeze: moved.pinned ?? [] };
}

/** Returns the shown column with which a column changes places in a step; null at the edge. */
export function stepTarget(
  sheet: Pick<SheetModel, "all">,
  hidden: readonly string[],
  freeze: readonly string[],
  id: string,
  by: -1 | 1,
): ColumnTarget | null {
  if (id === INDEX_ID) return null;
  const { columns, arrangement } = arrangementOf(sheet, hidden, freeze);
  return adjacentColumn(columns, arrangement, id, by);
}

function arrangementOf({ all }: Pick<SheetModel, "all">, hidden: readonly string[], freeze: readonly string[]) {
  const columns = all.map(({ id }) => ({ id, isFixed: id === INDEX_ID }));
  return { columns, arrangement: { order: all.map(({ id }) => id), hidden, widths: {}, pinned: freeze } };
}

/** The part of an order that must be stored: columns that follow in their original order are omitted. */
function shortOrder(found: readonly string[], order: readonly string[]): readonly string[] {
  const wanted = order.filter((id) => id !== INDEX_ID);
  const places = new Map(found.map((id, place) => [id, place]));
  const placeOf = (id: string | undefined) => (id === undefined ? Number.POSITIVE_INFINITY : (places.get(id) ?? -1));
  let named = wanted.length;
  while (named > 0 && placeOf(wanted[named - 1]) < placeOf(wanted[named])) named -= 1;
  return wanted.slice(0, named);
}
