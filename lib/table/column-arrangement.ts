/** The properties of a column used by the arrangement. */
export interface ArrangedColumn {
  readonly id: string;
  /** Columns that identify a row cannot be hidden, moved or resized. */
  readonly isFixed?: boolean;
  /** Hidden until chosen. */
  readonly isHiddenAtFirst?: boolean;
}

type Columns = readonly ArrangedColumn[];

/** The user's arrangement: visible columns, their order and widths. */
export interface ColumnArrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Columns that stay at the left edge while others scroll; none when absent. */
  readonly pinned?: readonly string[];
}

/** The column next to which another one is placed. */
export interface ColumnTarget {
  readonly id: string;
  readonly side: "before" | "after";
}

/** The initial arrangement of a table. */
export function firstArrangement(columns: readonly ArrangedColumn[]): ColumnArrangement {
  return {
    order: columns.map((column) => column.id),
    hidden: columns.filter((column) => column.isHiddenAtFirst).map((column) => column.id),
    widths: {},
  };
}

/** The allowed widths of a column, in pixels. */
export const MIN_WIDTH_PX = 44;
export const MAX_WIDTH_PX = 1200;

/** How much one key press widens or narrows a column. */
export const WIDTH_STEP = 24;

/** Columns from left to right: fixed ones, pinned ones, the others; hidden ones too. */
export function displayOrder(columns: Columns, arrangement: ColumnArrangement): string[] {
  const { order, pinned = [] } = arrangement;
  const known = order.filter((id) => columns.some((column) => column.id === id));
  const fixed = known.filter((id) => isFixed(columns, id));
  const movable = known.filter((id) => !fixed.includes(id));
  return [...fixed, ...movable.filter((id) => pinned.includes(id)), ...movable.filter((id) => !pinned.includes(id))];
}

const isFixed = (columns: Columns, id: string) => columns.some((column) => column.id === id && column.isFixed);

/** Returns the arrangement with a column put next to another; it is pinned if the other is. */
export function moveColumnNextTo(
  columns: Columns,
  arrangement: ColumnArrangement,
  id: string,
  target: ColumnTarget,
): ColumnArrangement {
  if (id === target.id || isFixed(columns, id) || isFixed(columns, target.id)) return arrangement;
  const { pinned = [] } = arrangement;
  const order = displayOrder(columns, arrangement).filter((other) => other !== id);
  order.splice(order.indexOf(target.id) + (target.side === "after" ? 1 : 0), 0, id);
  const others = pinned.filter((other) => other !== id);
  return { ...arrangement, order, pinned: pinned.includes(target.id) ? [...others, id] : others };
}

/** Returns the visible column on one side of another that it can swap with; null at the edge. */
export function adjacentColumn(
  columns: Columns,
  arrangement: ColumnArrangement,
  id: string,
  by: -1 | 1,
): ColumnTarget | null {
  const { hidden, pinned = [] } = arrangement;
  const isPinned = pinned.includes(id);
  const shown = displayOrder(columns, arrangement).filter(
    (other) => !hidden.includes(other) && !isFixed(columns, other) && pinned.includes(other) === isPinned,
  );
  const neighbour = shown[shown.indexOf(id) + by];
  return neighbour === undefined ? null : { id: neighbour, side: by < 0 ? "before" : "after" };
}

/** Returns the arrangement with a column hidden, or shown again. */
export function withHidden(arrangement: ColumnArrangement, id: string, isHidden: boolean): ColumnArrangement {
  const others = arrangement.hidden.filter((other) => other !== id);
  return { ...arrangement, hidden: isHidden ? [...others, id] : others };
}

/** Returns the arrangement with a column pinned, or unpinned. */
export function withPinned(arrangement: ColumnArrangement, id: string, isPinned: boolean): ColumnArrangement {
  const others = (arrangement.pinned ?? []).filter((other) => other !== id);
  return { ...arrangement, pinned: isPinned ? [...others, id] : others };
}

/** Returns the allowed width nearest to one, in whole pixels. */
export function boundedWidth(widthPx: number): number {
  return Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, widthPx)));
}

/** Returns the arrangement with another width of a column, within bounds; null for its initial width. */
export function withWidth(arrangement: ColumnArrangement, id: string, widthPx: number | null): ColumnArrangement {
  const { [id]: _before, ...others } = arrangement.widths;
  const widths = widthPx === null ? others : { ...arrangement.widths, [id]: boundedWidth(widthPx) };
  return { ...arrangement, widths };
}
