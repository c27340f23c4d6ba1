import { describe, expect, it } from "vitest";
import {
  fieldBeingTyped,
  orderOperators,
  suggest,
  textOperators,
  withFieldValues,
  withRecentQuery,
} from "./suggestions";

const sources = [
  { field: "op", hint: "name", values: [{ value: "agent.turn", count: 1200 }, "free text"], operators: textOperators },
  { field: "status", hint: "how it ended", values: ["ok", "error"] },
  { field: "latency", hint: ">2s", values: [], operators: orderOperators },
  { field: "inputs.", hint: "a member", values: [] },
  { field: "inputs.user:name", hint: "3 rows", values: ["mia"] },
];
const texts = (typed: string, recent: readonly string[] = []) =>
  suggest(typed, sources, recent).map(({ text }) => text);

describe("suggestions", () => {
  it("begin with every field", () =>
    expect(texts("")).toEqual(["op:", "status:", "latency:", "inputs.", '"inputs.user:name":']));
  it("match the typed text", () => expect(texts("st")).toEqual(["status:"]));
  it("match members by their own name", () => expect(texts("user")).toEqual(['"inputs.user:name":']));
  it("keep a leading minus", () => expect(texts("-st")).toEqual(["-status:"]));
  it("are values after the colon", () => expect(texts("status:e")).toEqual(["status:error"]));
  it("quote values that need it", () => expect(texts("op:f")).toEqual(['op:"free text"']));
  it("are values and operators while nothing is typed after the colon", () => {
    expect(texts("op:")).toEqual(["op:agent.turn", 'op:"free text"', "op:~", "op:*"]);
    expect(texts("latency:")).toEqual(["latency:>", "latency:<"]);
  });
  it("show how often a value was seen", () => expect(suggest("op:a", sources)[0]?.hint).toBe("1,200"));
  it("find users by name or by id, and keep the id in the query", () => {
    const users = [{ field: "user", hint: "id", values: [{ value: "u1", count: 3, name: "Ada" }, "key"] }];
    expect(suggest("user:ad", users)).toEqual([{ text: "user:u1", hint: "Ada, 3", isWhole: true }]);
    expect(suggest("user:u", users)).toHaveLength(1);
  });
  it("are the counted values of the typed field, also of a path that has none yet", () => {
    const values = [{ value: "prod", count: 12 }];
    const known = withFieldValues(sources, { field: "status", values });
    expect(suggest("status:p", known).map(({ text, hint }) => [text, hint])).toEqual([["status:prod", "12"]]);
    const path = withFieldValues(sources, { field: "attributes.env", values });
    expect(suggest("attributes.env:p", path).map(({ text }) => text)).toEqual(["attributes.env:prod"]);
    expect(withFieldValues(sources, null)).toBe(sources);
  });
  it("end a term after a value, and continue after an operator", () => {
    expect(suggest("op:", sources).map(({ isWhole }) => isWhole)).toEqual([true, true, false, true]);
  });
  it("are empty for an unknown field", () => expect(texts("colour:")).toEqual([]));
  it("start with recent queries, in the empty box only", () => {
    expect(texts("", ["status:error", "op:a"]).slice(0, 3)).toEqual(["status:error", "op:a", "op:"]);
    expect(texts("s", ["status:error"])).toEqual(["status:"]);
  });
});

it("detect the field whose value is typed", () => {
  expect([fieldBeingTyped("op"), fieldBeingTyped("-op:ch"), fieldBeingTyped('"inputs.a b":')]).toEqual([
    null,
    "op",
    "inputs.a b",
  ]);
});

describe("recent queries", () => {
  it("are each kept once, the newest first, up to a dozen", () => {
    expect(withRecentQuery(["op:a", "op:b"], " op:b ")).toEqual(["op:b", "op:a"]);
    const many = Array.from({ length: 20 }, (_, index) => `op:${index}`);
    expect(many.reduce<readonly string[]>(withRecentQuery, [])).toHaveLength(12);
  });
  it("are never empty or unreadable", () => {
    expect(withRecentQuery(["op:a"], "  ")).toEqual(["op:a"]);
    expect(withRecentQuery([], 'op:"open')).toEqual([]);
  });
});
