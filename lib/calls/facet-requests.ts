import { joinQuery, parseQuery } from "@/lib/filter/query-text";
import type { Grouping } from "./grouping";

/** Fields that are counted under the same filter. */
export interface FacetRequest {
  readonly query: string;
  readonly groupings: readonly Grouping[];
}

/**
 * Returns the requests for field values. The values of a field are counted without its own terms; otherwise the
 * selected value would be the only one to choose from.
 */
export function facetRequests(query: string, groupings: readonly Grouping[]): readonly FacetRequest[] {
  const { terms } = parseQuery(query);
  const byQuery = new Map<string, Grouping[]>();
  for (const grouping of groupings) {
    const others = terms.filter((term) => term.field !== grouping.field).map(({ text }) => text);
    const text = joinQuery(others);
    byQuery.set(text, [...(byQuery.get(text) ?? []), grouping]);
  }
  return [...byQuery].map(([text, sameQuery]) => ({ query: text, groupings: sameQuery }));
}
