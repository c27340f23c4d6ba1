import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { KeyValue } from "@/lib/api/contract/calls/otel";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { firstAttribute, treeSource } from "./attribute-source";
import { unwrapAttributeList, unwrapAttributeValue } from "./attribute-values";
import { attributeAt, expandAttributes } from "./expand-attributes";
import { otlpAttributes } from "./testing/make-span";

const expand = (attributes: object) => expandAttributes(unwrapAttributeList(otlpAttributes(attributes)));
const json = (value: unknown) => JSON.parse(stringifyJson(value)) as unknown;

describe("attribute values", () => {
  it("keep booleans, zeros, empty texts and lists", () => {
    const values = { no: false, zero: 0, empty: "", list: ["a", 1, true], half: 0.5, group: { a: 1 } };
    expect(json(unwrapAttributeList(otlpAttributes(values)))).toEqual(values);
  });

  it("without a key are kept under the empty key", () => {
    expect(json(unwrapAttributeList([{ value: { stringValue: "kept" } } as KeyValue]))).toEqual({ "": "kept" });
  });

  it("keep the digits of integers that a double cannot hold", () => {
    expect(stringifyJson(unwrapAttributeValue({ intValue: "9007199254740993" }))).toBe("9007199254740993");
    expect(unwrapAttributeValue({ intValue: "-42" })).toBe(-42);
  });

  it("parse text that is a JSON object or list, and leave other text unchanged", () => {
    expect(json(unwrapAttributeValue({ stringValue: ' {"a":[1.0]}' }))).toEqual({ a: [1] });
    expect(stringifyJson(unwrapAttributeValue({ stringValue: '{"a":1.0}' }))).toBe('{"a":1.0}');
    for (const text of ["[not json", "{", "42", "true", '"quoted"'])
      expect(unwrapAttributeValue({ stringValue: text })).toBe(text);
  });

  it("leave JSON text unchanged that nests too deep for a tree", () => {
    const deep = "[".repeat(100_000);
    expect(unwrapAttributeValue({ stringValue: deep })).toBe(deep);
  });

  it("are null when nothing is set", () => {
    expect(unwrapAttributeValue({})).toBeNull();
    expect(unwrapAttributeValue(null)).toBeNull();
  });
});

describe("expanding attributes", () => {
  it("builds a tree from dotted keys, and lists from groups with the keys 0 to n - 1, in any order", () => {
    expect(json(expand({ "m.1.role": "user", "m.0.role": "system", "m.0.content": "x", flat: 1 }))).toEqual({
      m: [{ role: "system", content: "x" }, { role: "user" }],
      flat: 1,
    });
  });

  it("leaves groups with gaps, and objects that were values, unchanged", () => {
    expect(json(expand({ "m.1": "b", "n.0": "a", "n.x": "b", value: '{"0":"a"}' }))).toEqual({
      m: { "1": "b" },
      n: { "0": "a", x: "b" },
      value: { "0": "a" },
    });
  });

  it("merges an object that was a value with keys below it, in any order", () => {
    const expected = { a: { b: 1, c: 2 } };
    expect(json(expand({ a: '{"b":1}', "a.c": 2 }))).toEqual(expected);
    expect(json(expand({ "a.c": 2, a: '{"b":1}' }))).toEqual(expected);
  });

  it.each([
    [
      { a: 1, "a.b": 2, "a.c.d": 3 },
      { a: 1, "a.b": 2, "a.c.d": 3 },
    ],
    [
      { "x.y.z": 1, "x.y": "text", "x.w": true },
      { x: { y: "text", w: true }, "x.y.z": 1 },
    ],
    [
      { "gen_ai.prompt.0.content": "Hi", "gen_ai.prompt.0.role": "user", "gen_ai.prompt": "Hi" },
      { gen_ai: { prompt: "Hi" }, "gen_ai.prompt.0.content": "Hi", "gen_ai.prompt.0.role": "user" },
    ],
    [
      { a: '{"b":1}', "a.b": 2 },
      { a: { b: 1 }, "a.b": 2 },
    ],
  ])("keeps a key of %j as it came where another one is in its way, in any order", (attributes, expected) => {
    expect(json(expand(attributes))).toEqual(expected);
    expect(json(expand(Object.fromEntries(Object.entries(attributes).reverse())))).toEqual(expected);
  });

  it("loses no value, whatever the keys", () => {
    const key = fc
      .array(fc.constantFrom("a", "b", "0", "1"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join("."));
    fc.assert(
      fc.property(fc.uniqueArray(key, { maxLength: 12 }), (keys) => {
        const values = keys.map((_, at) => at + 1000);
        const text = stringifyJson(expand(Object.fromEntries(keys.map((name, at) => [name, values[at]]))));
        expect((text.match(/\d{4}/g) ?? []).map(Number).sort()).toEqual(values);
      }),
    );
  });

  it("ignores an empty value, so that it conflicts with nothing", () => {
    expect(json(expand({ a: null, "a.b": 2 }))).toEqual({ a: { b: 2 } });
    expect(json(expand({ "a.b": 2, a: null }))).toEqual({ a: { b: 2 } });
  });

  it.each(["__proto__.polluted", "constructor.prototype.polluted", "a.__proto__.polluted"])(
    "treats %s as an ordinary key",
    (key) => {
      const tree = expand({ [key]: "yes", fine: 1 });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
      expect(attributeAt(tree, key)).toBe("yes");
      expect(stringifyJson(tree)).toContain('"polluted":"yes"');
    },
  );

  it("treats __proto__ inside JSON text as an ordinary key", () => {
    const tree = expand({ a: '{"__proto__":{"polluted":"yes"}}' });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(stringifyJson(tree)).toBe('{"a":{"__proto__":{"polluted":"yes"}}}');
  });

  it("keeps a key of thousands of parts as it came", () => {
    const key = Array(10_000).fill("a").join(".");
    expect(json(expand({ [key]: 1, b: 2 }))).toEqual({ [key]: 1, b: 2 });
  });
});

describe("looking up attributes", () => {
  const tree = expand({ "a.b": 1, "c.0.d": 2, empty: "" });

  it("finds neither members of prototypes nor anything inside lists or texts", () => {
    for (const path of ["toString", "a.constructor", "c.length", "a.b.toFixed"]) {
      expect(attributeAt(tree, path)).toBeUndefined();
    }
  });

  it("finds a key that was kept as it came", () => {
    expect(attributeAt(expand({ error: true, "error.type": "Timeout" }), "error.type")).toBe("Timeout");
  });

  it("skips empty values", () => {
    expect(firstAttribute(treeSource(tree), ["missing", "empty", "a.b"])).toBe(1);
  });
});
