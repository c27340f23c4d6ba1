import { type ArrangedColumn, type ColumnArrangement, firstArrangement } from "./column-arrangement";

/** The columns as URL params; absent params have their defaults. */
export interface ArrangementParams {
  /** The shown columns in order. */
  readonly cols: readonly string[] | null;
  readonly pin: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

const none = () => false;

/**
 * Returns the arrangement in the URL; unknown columns are ignored.
 *
 * @param isAdded true for the id of a column that the user may add to the listed ones
 */
export function readArrangement(
  columns: readonly ArrangedColumn[],
  params: ArrangementParams,
  isAdded: (id: string) => boolean = none,
): ColumnArrangement {
  const { cols, pin, widths } = params;
  const first = firstArrangement(columns);
  const movable = columns.filter((column) => !column.isFixed).map(({ id }) => id);
  const shown = [...new Set(cols?.filter((id) => movable.includes(id) || isAdded(id)) ?? [])];
  if (shown.length === 0) return { ...first, widths, pinned: pin };
  const fixed = columns.filter((column) => column.isFixed).map(({ id }) => id);
  const rest = movable.filter((id) => !shown.includes(id));
  return { order: [...fixed, ...shown, ...rest], hidden: rest, widths, pinned: pin };
}

/** Returns the URL params of an arrangement. A hidden column that the user added is no longer a column. */
export function arrangementParams(
  columns: readonly ArrangedColumn[],
  arrangement: ColumnArrangement,
): ArrangementParams {
  const fixed = columns.filter((column) => column.isFixed).map(({ id }) => id);
  const shownOf = ({ order, hidden }: ColumnArrangement) =>
    order.filter((id) => !fixed.includes(id) && !hidden.includes(id));
  const shown = shownOf(arrangement);
  const isFirst = shown.join() === shownOf(firstArrangement(columns)).join();
  return {
    cols: isFirst || shown.length === 0 ? null : shown,
    pin: (arrangement.pinned ?? []).filter((id) => shown.includes(id)),
    widths: Object.fromEntries(Object.entries(arrangement.widths).filter(([id]) => shown.includes(id))),
  };
}
