import type { CountedRows } from "@/lib/api/contract/evaluations/counted-rows";
import type { RowPart } from "@/lib/api/contract/evaluations/row-parts";
import { countOf, formatCount } from "@/lib/format/count";
import type { RowChoice } from "./row-choice";

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

/** The rows of a run's figures: how many count, and which. */
export interface CountedPart {
  readonly example_count: number;
  readonly rows?: CountedRows | null | undefined;
}

/** Returns the rows of a run's figures in two words where training matters: `16 held-out`; null where it does not. */
export function shortPartWords({ example_count: count, rows }: CountedPart): string | null {
  if (!rows || rows.trained === 0) return null;
  if (rows.part === "held_out") return `${formatCount(count)} held-out`;
  const isAllTrained = rows.part === "trained" || rows.trained === rows.all;
  return isAllTrained ? `${formatCount(count)} trained` : `with ${formatCount(rows.trained)} trained`;
}

/** Returns which rows the figures of several runs are over: `held-out rows in 3 of 4 runs, n 16 to 20`; empty where all are over all rows. */
export function runsPartWords(runs: readonly CountedPart[]): string {
  const restricted = runs.filter(({ rows }) => rows?.part === "held_out" || rows?.part === "trained");
  const [first] = restricted;
  if (first === undefined) return "";
  const counts = restricted.map(({ example_count: count }) => count);
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  const name = first.rows?.part === "held_out" ? "held-out" : "trained";
  const part = restricted.length === runs.length ? "" : ` in ${restricted.length} of ${countOf(runs.length, "run")}`;
  return `${name} rows${part}, n ${formatCount(low)}${low === high ? "" : ` to ${formatCount(high)}`}`;
}

/** Returns why a run has no rows that count: `No rows where split = test`. */
export const noRowsWords = ({ rows: part, slice, value }: RowChoice): string =>
  `No ${part === "trained" ? "trained " : ""}rows${slice === null || value === null ? "" : ` where ${slice} = ${value}`}`;

/** Returns the rows that a figure is over: `16 held-out rows`, `all 32 rows`. */
export function partWords(part: RowPart, count: number): string {
  if (part === "all") return count === 1 ? "1 row" : `all ${countOf(count, "row")}`;
  return `${formatCount(count)} ${part === "held_out" ? "held-out" : "trained"} ${count === 1 ? "row" : "rows"}`;
}
