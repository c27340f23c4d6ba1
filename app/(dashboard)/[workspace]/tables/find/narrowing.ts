import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { Condition } from "./prepare-conditions";

/** The loaded rows that meet all conditions; all loaded rows without conditions. */
export interface NarrowedRows {
  readonly rows: readonly TableLine[];
  /** Rows that were checked; null without conditions. */
  readonly searchedCount: number | null;
}

/** The conditions in the address. */
export interface ConditionList {
  readonly conditions: readonly Condition[];
  readonly setConditions: (next: readonly Condition[]) => void;
}

/** The filter of the rows, for components that draw rows and add conditions from a cell. */
export interface RowNarrowing extends NarrowedRows {
  readonly add: (condition: Condition) => void;
}

export interface Narrowing extends RowNarrowing, ConditionList {}
