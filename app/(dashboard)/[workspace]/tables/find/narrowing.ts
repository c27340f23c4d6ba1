import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import type { Condition } from "./prepare-conditions";

/** The loaded rows that meet all conditions; all loaded rows where there is no condition. */
export interface NarrowedRows {
  readonly rows: readonly TableLine[];
  /** Rows that were looked at; null without a condition. */
  readonly searchedCount: number | null;
}

/** The conditions as they stand in the address. */
export interface ConditionList {
  readonly conditions: readonly Condition[];
  readonly setConditions: (next: readonly Condition[]) => void;
}

/** What rows are narrowed to, for those who draw rows and add conditions from a cell. */
export interface RowNarrowing extends NarrowedRows {
  readonly add: (condition: Condition) => void;
}

export interface Narrowing extends RowNarrowing, ConditionList {}
