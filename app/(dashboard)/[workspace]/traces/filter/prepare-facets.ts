import { callFields } from "@/lib/calls/field-table";
import { type Grouping, readGrouping, wordOf } from "@/lib/calls/grouping";
import { joinQuery, parseQuery, quoteValue, type Term } from "@/lib/filter/query-text";

/** The fields whose values are always listed. */
export const facetGroupings: readonly Grouping[] = callFields
  .filter(({ facet }) => facet !== undefined)
  .sort((left, right) => (left.facet ?? 0) - (right.facet ?? 0))
  .map(({ name }) => readGrouping(name));

/** Returns the term that a facet writes: `field:a,b`. */
function termOfField(query: string, { field }: Grouping): Term | undefined {
  return parseQuery(query).terms.find(
    (term) => term.field === field && !term.isNegated && term.operator === "=" && !term.isPresence,
  );
}

/** True when the query includes this value. */
export function isValueChosen(query: string, grouping: Grouping, value: string): boolean {
  return termOfField(query, grouping)?.values.includes(wordOf(grouping, value)) ?? false;
}

/** True when the query excludes this value. */
export function isValueExcluded(query: string, grouping: Grouping, value: string): boolean {
  const word = wordOf(grouping, value);
  return parseQuery(query).terms.some(
    (term) => term.field === grouping.field && term.isNegated && term.operator === "=" && term.values.includes(word),
  );
}

/** Returns the query with a value added to the selected values of its field, or removed from them. */
export function toggleValue(query: string, grouping: Grouping, value: string): string {
  const word = wordOf(grouping, value);
  const own = termOfField(query, grouping);
  const chosen = own?.values ?? [];
  const next = chosen.includes(word) ? chosen.filter((candidate) => candidate !== word) : [...chosen, word];
  const written = next.length === 0 ? "" : `${grouping.field}:${next.map(quoteValue).join(",")}`;
  if (!own) return joinQuery([query, written].filter((text) => text !== ""));
  const around = [query.slice(0, own.start), written, query.slice(own.start + own.text.length)];
  return joinQuery(around.map((text) => text.trim()).filter((text) => text !== ""));
}
