import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import { countOf, formatCount } from "@/lib/format/count";

/** How many rows of each part figures may be over. */
type RowCounts = Pick<CountedRows, "trained" | "all">;

/** True where some rows were trained on and others were not, so that their figures differ in meaning. */
export const areRowsMixed = ({ trained, all }: RowCounts): boolean => trained > 0 && trained < all;

/** Returns what the rows are with regard to training; null where no model of them was trained on one. */
export function trainedWords({ trained, all }: RowCounts): string | null {
  if (trained === 0) return null;
  if (trained < all) return `trained on ${formatCount(trained)} of ${countOf(all, "row")}`;
  return `trained on all ${countOf(all, "row")}: none is held out`;
}

/** Returns the rows that a figure is over: `16 held-out rows`, `all 32 rows`. */
export function partWords(part: RowPart, count: number): string {
  if (part === "all") return count === 1 ? "1 row" : `all ${countOf(count, "row")}`;
  return `${formatCount(count)} ${part === "held_out" ? "held-out" : "trained"} ${count === 1 ? "row" : "rows"}`;
}
