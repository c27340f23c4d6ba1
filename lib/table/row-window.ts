import { countOf, formatCount } from "@/lib/format/count";

/** Which rows of an answer are asked for. */
export interface FetchWindow {
  /** Rows that are skipped before the first. */
  readonly from: number;
  /** Null for all of them. */
  readonly limit: number | null;
}

/** A whole number as people write it; null for nothing written, undefined for what is none. */
export function parseWindowCount(text: string): number | null | undefined {
  const digits = text.replace(/[\s,]/g, "");
  if (digits === "") return null;
  const count = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(count) ? count : undefined;
}

/** What the rows of a list are. */
export type RowNoun = "row" | "thread";

/** What the button says: `All rows`, `100 rows at most from 5,000 on`. */
export function windowLabel({ from, limit }: FetchWindow, noun: RowNoun): string {
  const start = from === 0 ? "" : ` from ${formatCount(from)} on`;
  if (limit !== null) return `${countOf(limit, noun)} at most${start}`;
  return start === "" ? `All ${noun}s` : `${plural(noun)}${start}`;
}

/** At the beginning of a line: `Rows`. */
export function plural(noun: RowNoun): string {
  return noun === "row" ? "Rows" : "Threads";
}

/** The window of an address, where anything may stand. */
export function fetchWindowOf(from: number, limit: number | null): FetchWindow {
  return { from: Math.max(0, from), limit: limit !== null && limit > 0 ? limit : null };
}
