import type { RowSelection } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";

/** The rows that a page counts: a part by lineage, and of those the ones whose member has a value. */
export interface RowChoice {
  readonly rows: RowPart;
  /** A member of the rows; without a value it divides them, and all count. */
  readonly slice: string | null;
  readonly value: string | null;
}

/** The rows that pages count unless something else is chosen. */
export const DEFAULT_PART: RowPart = "held_out";

/** Returns the rows of a choice as requests name them. */
export function selectionOf({ rows, slice, value }: RowChoice): NonNullable<RowSelection> {
  return { part: rows, ...(slice === null || value === null ? {} : { where: [{ path: slice, value }] }) };
}
