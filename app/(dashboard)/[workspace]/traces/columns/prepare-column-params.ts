import type { TableColumn } from "@/components/table/table-column";
import { isColumnPath } from "@/lib/calls/path-columns";
import { isScoreField } from "@/lib/score/score-field";
import { type ColumnArrangement, firstArrangement } from "@/lib/table/column-arrangement";

type Column = Pick<TableColumn<never>, "id" | "isFixed" | "isHiddenAtFirst">;

/** The columns as URL params; absent params have their defaults. */
export interface ArrangementParams {
  /** The shown columns in order: column names and paths into calls. */
  readonly cols: readonly string[] | null;
  readonly pin: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
}

/** Returns the paths among the shown columns. */
export function pathsOf(cols: readonly string[] | null): readonly string[] {
  return cols?.filter(isColumnPath) ?? [];
}

/** Returns the arrangement in the URL; unknown columns are ignored. */
export function readArrangement(columns: readonly Column[], params: ArrangementParams): ColumnArrangement {
  const { cols, pin, widths } = params;
  const first = firstOf(columns);
  const movable = columns.filter((column) => !column.isFixed).map(({ id }) => id);
  const shown = [...new Set(cols?.filter((id) => movable.includes(id) || isColumnPath(id) || isScoreField(id)) ?? [])];
  if (shown.length === 0) return { ...first, widths, pinned: pin };
  const fixed = columns.filter((column) => column.isFixed).map(({ id }) => id);
  const rest = movable.filter((id) => !shown.includes(id));
  return { order: [...fixed, ...shown, ...rest], hidden: rest, widths, pinned: pin };
}

/** Returns the URL params of an arrangement. A hidden path is no longer a column. */
export function arrangementParams(columns: readonly Column[], arrangement: ColumnArrangement): ArrangementParams {
  const fixed = columns.filter((column) => column.isFixed).map(({ id }) => id);
  const shownOf = ({ order, hidden }: ColumnArrangement) =>
    order.filter((id) => !fixed.includes(id) && !hidden.includes(id));
  const shown = shownOf(arrangement);
  const isFirst = shown.join() === shownOf(firstOf(columns)).join();
  return {
    cols: isFirst || shown.length === 0 ? null : shown,
    pin: (arrangement.pinned ?? []).filter((id) => shown.includes(id)),
    widths: Object.fromEntries(Object.entries(arrangement.widths).filter(([id]) => shown.includes(id))),
  };
}

const firstOf = (columns: readonly Column[]): ColumnArrangement =>
  firstArrangement(columns.map((column) => ({ ...column, label: "", width: 0, cell: () => null })));
