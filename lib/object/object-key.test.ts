import { describe, expect, it } from "vitest";
import { objectHref, objectKeyText, parseObjectKey } from "./object-key";
import { objectRef, parseRefTarget, refHref, refsInside } from "./object-ref";

describe("the name of an object in the address", () => {
  it.each([
    [{ kind: "object", id: "refund-policy" }, "refund-policy"],
    [{ kind: "op", id: "quote" }, "op/quote"],
  ] as const)("is read back unchanged: %o", (key, text) => {
    expect(objectKeyText(key)).toBe(text);
    expect(parseObjectKey(text)).toEqual(key);
  });

  it.each(["", "/", "op/", "x/y", "a/b/c"])("is refused when it is invalid: %s", (text) => {
    expect(parseObjectKey(text)).toBeNull();
  });

  it("leads to its page", () => {
    expect(objectHref("airline", { kind: "op", id: "a b" }, "v3")).toBe("/airline/objects?object=op%2Fa+b&version=v3");
  });
});

describe("a ref", () => {
  it("is written and read", () => {
    const key = { kind: "op", id: "quote" } as const;
    const ref = objectRef("demo/airline", key, "abc");
    expect(ref).toBe("weave:///demo/airline/op/quote:abc");
    expect(parseRefTarget(ref)).toEqual({ projectId: "demo/airline", type: "object", key, digest: "abc" });
  });

  it("of a part of an object points at the object", () => {
    expect(parseRefTarget("weave:///e/p/object/d:abc/attr/rows/id/x")).toMatchObject({ digest: "abc" });
  });

  it.each([
    "weave:///e/p/object/d",
    "weave:///e/p/object/:x",
    "weave:///e/object/d:x",
    "see weave:///e/p/object/d:x",
    "x",
  ])("is invalid: %s", (text) => {
    expect(parseRefTarget(text)).toBeNull();
  });

  it("leads to the page of its target, only in its own project", () => {
    const hrefOf = (text: string) => {
      const target = parseRefTarget(text);
      return target && refHref("ws", "e/p", target);
    };
    expect(hrefOf("weave:///e/p/object/d:abc")).toBe("/ws/objects?object=d&version=abc");
    expect(hrefOf("weave:///e/p/table/abc")).toBe("/ws/tables?digest=abc");
    expect(hrefOf("weave:///e/p/table/abc/id/row-1")).toBe("/ws/tables?digest=abc&rows=row-1");
    expect(hrefOf("weave:///e/p/call/0199")).toBe("/ws/traces/0199");
    expect(hrefOf("weave:///e/other/object/d:abc")).toBeNull();
  });
});

describe("refs inside a value", () => {
  it("are found with their paths, only as whole strings", () => {
    const value = {
      model: "weave:///e/p/object/m:1",
      note: "about weave:///e/p/object/m:1",
      scorers: ["weave:///e/p/op/s:2", 3],
    };
    expect(refsInside(value, 10)).toEqual([
      { path: "model", ref: "weave:///e/p/object/m:1" },
      { path: "scorers[0]", ref: "weave:///e/p/op/s:2" },
    ]);
    expect(refsInside(value, 1)).toHaveLength(1);
  });

  it("are searched only up to a limit", () => {
    expect(
      refsInside(
        Array.from({ length: 200_000 }, () => "weave:///e/p/op/s:2"),
        5,
      ),
    ).toHaveLength(5);
    expect(refsInside(null, 5)).toEqual([]);
  });
});
