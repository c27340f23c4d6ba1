import { parseQuery } from "./query-text";

/** Returns the text that a query searches for: its first free text that is not excluded; empty without one. */
export function searchedText(query: string): string {
  const term = parseQuery(query).terms.find(({ field, isNegated }) => field === null && !isNegated);
  return term?.values[0] ?? "";
}
