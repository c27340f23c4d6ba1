import { countOf, formatCount } from "@/lib/format/count";

/** The requested rows of a response. */
export interface FetchWindow {
  /** Rows that are skipped before the first. */
  readonly from: number;
  /** Null for all of them. */
  readonly limit: number | null;
}

/** A whole number as people write it; null for empty text, undefined for invalid text. */
export function parseWindowCount(text: string): number | null | undefined {
  const digits = text.replace(/[\s,]/g, "");
  if (digits === "") return null;
  const count = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return Number.isSafeInteger(count) ? count : undefined;
}

/** The noun for the rows of a list. */
export type RowNoun = "row" | "thread";

/** The label of the button: `All rows`, `Up to 100 rows from 5,000`. */
export function windowLabel({ from, limit }: FetchWindow, noun: RowNoun): string {
  const start = from === 0 ? "" : ` from ${formatCount(from)}`;
  if (limit !== null) return `Up to ${countOf(limit, noun)}${start}`;
  return start === "" ? `All ${noun}s` : `${plural(noun)}${start}`;
}

/** At the beginning of a line: `Rows`. */
export function plural(noun: RowNoun): string {
  return noun === "row" ? "Rows" : "Threads";
}

/** Reads the window from an address, which may contain any text. */
export function fetchWindowOf(from: number, limit: number | null): FetchWindow {
  return { from: Math.max(0, from), limit: limit !== null && limit > 0 ? limit : null };
}
