import type { TableLine } from "@/app/(dashboard)/[workspace]/tables/stream/buffered-row";
import { isDictionary, numberText } from "@/lib/json/value/value-kind";

/** The search text, normalized for a case-insensitive comparison. */
export function normalizeSearch(text: string): string {
  return text.trim().toLowerCase();
}

/** Returns true when a value, or any value inside it, contains the text. Member names are ignored. */
export function hasMatchInValue(value: unknown, words: string): boolean {
  if (words === "" || value === undefined) return false;
  if (typeof value === "string") return value.toLowerCase().includes(words);
  if (Array.isArray(value)) return value.some((item) => hasMatchInValue(item, words));
  if (isDictionary(value)) return Object.values(value).some((member) => hasMatchInValue(member, words));
  return (numberText(value) ?? String(value)).includes(words);
}

/** Returns true when a row's value or digest contains the text. */
export function hasMatchInRow(row: TableLine, words: string): boolean {
  return hasMatchInValue(row.val, words) || hasMatchInValue(row.digest, words);
}

/**
 * Returns the match after (or before) a row, wrapping around; -1 when there is none. Matches are in ascending order.
 */
export function nextMatch(matches: readonly number[], from: number, by: 1 | -1): number {
  if (matches.length === 0) return -1;
  if (by === 1) return matches.find((row) => row > from) ?? matches[0] ?? -1;
  return matches.findLast((row) => row < from) ?? matches.at(-1) ?? -1;
}
