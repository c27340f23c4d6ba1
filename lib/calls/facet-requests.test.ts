import { describe, expect, it } from "vitest";
import { facetRequests } from "./facet-requests";
import { groupingOf } from "./grouping";

const op = groupingOf("op");
const status = groupingOf("status");
const env = groupingOf("attributes.env");

describe("facet requests", () => {
  it("share one request when no field is filtered", () => {
    const [only, ...more] = facetRequests("latency:>2s", [op, status, env]);
    expect(only?.query).toBe("latency:>2s");
    expect(only?.groupings).toHaveLength(3);
    expect(more).toEqual([]);
  });

  it("omit a field's own terms for that field and keep them for the others", () => {
    const requests = facetRequests('op:chat status:error "two words"', [op, status, env]);
    expect(requests.map(({ query, groupings }) => [query, groupings.map(({ by }) => by)])).toEqual([
      ['status:error "two words"', ["op"]],
      ['op:chat "two words"', ["status"]],
      ['op:chat status:error "two words"', ["attributes.env"]],
    ]);
  });
});
