import type { ColumnTarget } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-column-order";
import type { SheetModel } from "@/app/(dashboard)/[workspace]/tables/sheet/prepare-sheet";
import type { Sort } from "@/lib/table/sort";

interface ColumnSteps {
  /** Puts a column beside another of the sheet. */
  readonly move: (sheet: SheetModel, id: string, target: ColumnTarget) => void;
  /** A step of a column to one side; null at the edge. */
  readonly stepOf: (sheet: SheetModel, id: string, by: -1 | 1) => (() => void) | null;
  /** Ids of columns that stay while others scroll. */
  readonly frozen: ReadonlySet<string>;
  readonly toggleFrozen: (id: string) => void;
}

/** For the list of columns: which are shown, in which order, and which stay. */
export interface ColumnArrangement extends ColumnSteps {
  readonly hidden: ReadonlySet<string>;
  readonly setHidden: (next: string[]) => void;
  /** Null when the columns stand as they were found. */
  readonly resetOrder: (() => void) | null;
}

/** For the sheet: what its heads and the menus of its columns show and change. */
export interface SheetArrangement extends ColumnSteps {
  /** Ids of lists whose items are columns. */
  readonly expanded: readonly string[];
  /** Widths that a person gave columns, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  readonly sort: readonly Sort[];
  /** Null gives a column its first width again. */
  readonly resize: (id: string, width: number | null) => void;
  readonly hide: (id: string) => void;
  readonly toggleFolded: (id: string) => void;
  /** A folded group opens again; a list gives columns for its items, or takes them back. */
  readonly toggleExpanded: (id: string) => void;
  readonly sortOnly: (field: string, direction: Sort["direction"]) => void;
  /** A press on a head: largest first, smallest first, then not by it. With `isAdding` other keys stay. */
  readonly pressHead: (field: string, isAdding: boolean) => void;
}

export interface Arrangement extends ColumnArrangement, SheetArrangement {
  /** Ids of groups that are one column. */
  readonly folded: ReadonlySet<string>;
  /** Ids of columns that a person put first. */
  readonly order: readonly string[];
}
