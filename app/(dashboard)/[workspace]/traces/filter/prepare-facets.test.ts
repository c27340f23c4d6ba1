import { describe, expect, it } from "vitest";
import { groupingOf } from "@/lib/filter/grouping";
import { facetGroupings, facetRequests, isValueChosen, toggleValue } from "./prepare-facets";

const op = groupingOf("op");
const status = groupingOf("status");
const env = groupingOf("attributes.env");

describe("facet requests", () => {
  it("share one request when no field is filtered", () => {
    const [only, ...more] = facetRequests("latency:>2s", facetGroupings);
    expect(only?.query).toBe("latency:>2s");
    expect(only?.groupings).toHaveLength(4);
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

describe("a facet value", () => {
  it("is added to the query next to other values of its field, and removed again", () => {
    const one = toggleValue("latency:>2s", op, "chat");
    expect(one).toBe("latency:>2s op:chat");
    const two = toggleValue(one, op, "two words");
    expect(two).toBe('latency:>2s op:chat,"two words"');
    expect(isValueChosen(two, op, "two words")).toBe(true);
    expect(toggleValue(two, op, "chat")).toBe('latency:>2s op:"two words"');
    expect(toggleValue(toggleValue(two, op, "chat"), op, "two words")).toBe("latency:>2s");
  });

  it("keeps the rest of the query", () => {
    expect(toggleValue("a op:chat b", op, "turn")).toBe("a op:chat,turn b");
    expect(toggleValue("a op:chat b", op, "chat")).toBe("a b");
    expect(toggleValue("-op:chat", op, "turn")).toBe("-op:chat op:turn");
    expect(toggleValue("op:~ch", op, "turn")).toBe("op:~ch op:turn");
  });

  it("uses the status words of the query box", () => {
    expect(toggleValue("", status, "success")).toBe("status:ok");
    expect(isValueChosen("status:ok", status, "success")).toBe(true);
    expect(isValueChosen("-status:ok", status, "success")).toBe(false);
  });
});
