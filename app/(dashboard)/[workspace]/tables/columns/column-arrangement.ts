import type { SheetModel } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { ColumnTarget } from "@/lib/table/column-arrangement";
import type { Sort } from "@/lib/table/sort";

interface ColumnSteps {
  /** Moves a column next to another column of the sheet. */
  readonly move: (sheet: SheetModel, id: string, target: ColumnTarget) => void;
  /** Moves a column one position to a side; null at the edge. */
  readonly stepOf: (sheet: SheetModel, id: string, by: -1 | 1) => (() => void) | null;
  /** Ids of frozen columns, which stay while others scroll. */
  readonly frozen: ReadonlySet<string>;
  readonly toggleFrozen: (id: string) => void;
}

/** The state and actions of the column list: which columns are shown, in which order, and which are frozen. */
export interface ColumnArrangement extends ColumnSteps {
  readonly hidden: ReadonlySet<string>;
  readonly setHidden: (next: string[]) => void;
  /** Null when the columns are in their original order. */
  readonly resetOrder: (() => void) | null;
}

/** The state and actions of the sheet's column headers and menus. */
export interface SheetArrangement extends ColumnSteps {
  /** Ids of lists whose items are columns. */
  readonly expanded: readonly string[];
  /** Column widths that the user set, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: readonly Sort[];
  /** Null resets a column to its initial width. */
  readonly resize: (id: string, width: number | null) => void;
  readonly hide: (id: string) => void;
  readonly toggleFolded: (id: string) => void;
  /** Unfolds a folded group; shows or hides item columns of a list. */
  readonly toggleExpanded: (id: string) => void;
  readonly sortOnly: (field: string, direction: Sort["direction"]) => void;
  /** Cycles the sort of a header: descending, ascending, none. With `isAdding` other sort keys are kept. */
  readonly pressHead: (field: string, isAdding: boolean) => void;
}

export interface Arrangement extends ColumnArrangement, SheetArrangement {
  /** Ids of groups that are one column. */
  readonly folded: ReadonlySet<string>;
  /** Ids of columns that the user moved to the front. */
  readonly order: readonly string[];
}
