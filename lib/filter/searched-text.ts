import { parseQuery } from "./query-text";

const PAYLOADS: readonly (string | null)[] = ["inputs", "output"];

/** Returns the text that a query searches for, anywhere or in inputs or output; empty without one, or where it is excluded. */
export function searchedText(query: string): string {
  const term = parseQuery(query).terms.find(
    ({ field, operator, isNegated }) =>
      !isNegated && (field === null || (operator === "~" && PAYLOADS.includes(field))),
  );
  return term?.values[0] ?? "";
}
