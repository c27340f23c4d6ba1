import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRefs, formatRef, isRef, parseRef, type Ref } from "@/service/kernel/json/refs";

const DIGEST = "XdhgKMbg1k4iUYb5astpM4ssWXZN95FiEH9cS7NNExA";

describe("refs", () => {
  it("name objects, ops, tables, rows and calls", () => {
    expect(parseRef(`weave:///e/p/object/refund-policy:${DIGEST}/attr/rows/id/${DIGEST}`)).toEqual({
      kind: "object",
      project: "e/p",
      name: "refund-policy",
      digest: DIGEST,
      steps: [
        { edge: "attr", value: "rows" },
        { edge: "id", value: DIGEST },
      ],
    });
    expect(parseRef("weave:///e/p/op/run:*")).toMatchObject({ kind: "op", name: "run", digest: "*", steps: [] });
    expect(parseRef("weave:///e/p/table/abc/id/x")).toMatchObject({ kind: "table", digest: "abc" });
    expect(parseRef("weave:///e/p/call/0199")).toMatchObject({ kind: "call", id: "0199" });
    expect(parseRef("weave:///e/p/object/n:d/key/a%2Fb%20c/index/3")).toMatchObject({
      steps: [
        { edge: "key", value: "a/b c" },
        { edge: "index", value: "3" },
      ],
    });
  });

  it("are refused when a part is missing, unknown or broken", () => {
    for (const text of [
      "",
      "weave:///",
      "weave:///e/p",
      "weave:///e/p/object/n",
      "weave:///e/p/object/n:",
      "weave:///e/p/object/:d",
      "weave:///e/p/object/a:b:c",
      "weave:///e/p/thing/n:d",
      "weave:///e/p/object/n:d/attr",
      "weave:///e/p/object/n:d/edge/x",
      "weave:///e/p/object/n:d/index/x",
      "weave:///e/p/object/n:d/key/%E0%A4%A",
      "weave:///e//object/n:d",
      "see weave:///e/p/object/n:d",
    ]) {
      expect(parseRef(text)).toBeNull();
    }
  });

  it("survive a round trip through text, whatever the steps contain", () => {
    const step = fc.oneof(
      fc.record({ edge: fc.constantFrom("attr" as const, "key" as const), value: fc.string({ unit: "grapheme" }) }),
      fc.record({ edge: fc.constant("index" as const), value: fc.nat().map(String) }),
    );
    const ref = fc.record({
      kind: fc.constantFrom("object" as const, "op" as const),
      project: fc.constant("e/p"),
      name: fc.stringMatching(/^[\w.-]{1,20}$/),
      digest: fc.constantFrom(DIGEST, "latest", "v3", "*"),
      steps: fc.array(step, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(ref, (one: Ref) => {
        expect(parseRef(formatRef(one))).toEqual(one);
        expect(formatRef(one)).toMatch(/^weave:\/\/\/e\/p\/[\w.~*:%/-]+$/);
      }),
    );
  });
});

describe("refs in a value", () => {
  it("are the strings that are complete refs, each once, however they are escaped", () => {
    const one = `weave:///e/p/object/a:${DIGEST}`;
    const json = `{"weave:///e/p/object/name:d":"see ${one}","list":["${one}",{"x":"weave:\\/\\/\\/e/p/op/b:*"}],"again":"${one}","artifact":"wandb-artifact:///e/p/model:v3","n":1.0}`;
    expect(findRefs(json)).toEqual([one, "weave:///e/p/op/b:*", "wandb-artifact:///e/p/model:v3"]);
    expect(findRefs(`"${one}"`)).toEqual([one]);
    expect(findRefs('{"a":"weave"}')).toEqual([]);
    expect(isRef("wandb-artifact:///e/p")).toBe(false);
  });

  it("do not overflow on deep values or long strings", () => {
    const deep = `${"[".repeat(50_000)}"weave:///e/p/object/a:b"${"]".repeat(50_000)}`;
    expect(findRefs(deep)).toEqual([]);
    expect(findRefs(`"weave:///e/p/object/a:${"b".repeat(1_000_000)}"`)).toEqual([]);
  });
});
