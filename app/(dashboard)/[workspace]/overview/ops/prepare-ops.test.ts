import { describe, expect, it } from "vitest";
import { groupingOf } from "@/lib/calls/grouping";
import { figuresOf, groupValueOf, latencyOf } from "@/lib/chart/testing/example-answer";
import { filterAndSortOps, opNames, prepareOps } from "./prepare-ops";

const group = {
  by: "op",
  value_count: 3,
  other: null,
  values: [
    groupValueOf("openai.chat.completions.create", [], { call_count: 6, error_count: 3, cost_usd: 2 }),
    groupValueOf("tool.find", [], { call_count: 4, latency_ms: latencyOf(10, 20, 30) }),
    groupValueOf("Turn", [], { call_count: 4, latency_ms: latencyOf(1, 2, 300), cost_usd: 0.5 }),
  ],
};
const rows = prepareOps(group);
const names = (text: string, field: string, direction: "asc" | "desc") =>
  filterAndSortOps(rows, text, { field, direction }).map(({ name }) => name.slice(0, 4));

describe("the table of ops", () => {
  it("shows the kind of each op, and leaves missing figures empty", () => {
    expect(rows[0]).toEqual({
      name: "openai.chat.completions.create",
      value: "openai.chat.completions.create",
      kind: "llm",
      callCount: 6,
      errorRate: 0.5,
      p50Ms: null,
      p99Ms: null,
      tokens: null,
      costUsd: 2,
    });
    expect(prepareOps(undefined)).toEqual([]);
    expect(prepareOps({ ...group, values: [{ ...figuresOf(), value: null }] })).toEqual([]);
  });

  it("shows the kind in the calls of an op, even if its name suggests another", () => {
    const kinds = new Map([["tool.find", "agent"] as const, ["Turn", "tool"] as const]);
    expect(prepareOps(group, kinds).map(({ kind }) => kind)).toEqual(["llm", "agent", "tool"]);
    expect(opNames(group)).toEqual(["Turn", "openai.chat.completions.create", "tool.find"]);
  });

  it("shows the values of another group with their tokens, and calls without one", () => {
    const usage = { ...figuresOf().usage, requests: 1, total_tokens: 7 };
    const values = [groupValueOf("v1", [], { usage }), { ...figuresOf(), value: null }];
    const byVersion = prepareOps(
      { ...group, by: "attributes.version", values },
      new Map(),
      groupingOf("attributes.version"),
    );
    expect(byVersion.map(({ name, value, tokens }) => [name, value, tokens])).toEqual([
      ["v1", "v1", 7],
      ["not set", null, null],
    ]);
  });

  it("names users, and keeps their ids for links", () => {
    const values = [groupValueOf("u1", []), groupValueOf("key-local", [])];
    const byUser = prepareOps({ ...group, values }, new Map(), groupingOf("svc_user_id"), new Map([["u1", "Ada"]]));
    expect(byUser.map(({ name, value }) => [name, value])).toEqual([
      ["Ada", "u1"],
      ["key-local", "key-local"],
    ]);
  });

  it("is sorted by every column, equal rows by name, with missing figures last in both directions", () => {
    expect(names("", "calls", "desc")).toEqual(["open", "tool", "Turn"]);
    expect(names("", "calls", "asc")).toEqual(["tool", "Turn", "open"]);
    expect(names("", "p99", "desc")).toEqual(["Turn", "tool", "open"]);
    expect(names("", "p99", "asc")).toEqual(["tool", "Turn", "open"]);
    expect(names("", "cost", "asc")).toEqual(["Turn", "open", "tool"]);
    expect(names("", "op", "asc")).toEqual(["open", "tool", "Turn"]);
    expect(names("", "nonsense", "desc")).toEqual(["open", "tool", "Turn"]);
  });

  it("is searched by a part of the name, ignoring case", () => {
    expect(names("TURN", "calls", "desc")).toEqual(["Turn"]);
    expect(names("nothing", "calls", "desc")).toEqual([]);
  });
});
