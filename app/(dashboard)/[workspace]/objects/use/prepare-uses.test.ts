import { describe, expect, it } from "vitest";
import { opCallsHref, usesOf } from "./prepare-uses";

describe("the uses of a version", () => {
  it("of an op are the calls that ran it, requested by its ref", () => {
    const uses = usesOf("demo/airline", { kind: "op", id: "quote" }, "abc");
    expect(uses.map(({ id, count }) => [id, count.filter])).toEqual([
      ["called", { op_names: ["weave:///demo/airline/op/quote:abc"] }],
    ]);
  });

  it("of an object are the calls that received it, and those that returned it", () => {
    const uses = usesOf("demo/airline", { kind: "object", id: "policy" }, "abc");
    const ref = "weave:///demo/airline/object/policy:abc";
    expect(uses.map(({ id, list }) => [id, list.filter])).toEqual([
      ["read", { input_refs: [ref] }],
      ["given", { output_refs: [ref] }],
    ]);
  });

  it("list the newest calls first, and count the same calls", () => {
    for (const { count, list } of usesOf("demo/airline", { kind: "object", id: "policy" }, "abc")) {
      expect(list).toMatchObject({
        filter: count.filter,
        sort_by: [{ field: "started_at", direction: "desc" }],
        limit: 50,
      });
    }
  });

  it("of all versions of an op are in the list of calls", () => {
    expect(opCallsHref("ws", "quote")).toBe("/ws/traces?grain=all&t=all&source=all&q=op%3Aquote");
  });
});
