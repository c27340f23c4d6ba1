import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { flattenJson, type JsonView, SHOWN_LENGTH } from "@/lib/json/lines/value-lines";
import { isBase64, pathKey, pathText, valueAt } from "./json-path";

const plain: JsonView = { folds: new Map(), expandedTexts: new Set() };
const drawn = (value: unknown, view = plain) =>
  flattenJson(value, view).map((line) => {
    const name = line.name === null ? "" : `${line.name}: `;
    return `${"  ".repeat(line.depth)}${name}${line.brackets}${line.text}${line.hasComma ? "," : ""}`;
  });

describe("a value as lines", () => {
  it("reads like JSON, with commas where JSON has them", () => {
    expect(drawn({ id: "H9", flights: [{ n: 1 }], none: [], ok: false, refund: null })).toEqual([
      "{",
      '  id: "H9",',
      "  flights: [",
      "    {",
      "      n: 1",
      "    }",
      "  ],",
      "  none: [],",
      "  ok: false,",
      "  refund: null",
      "}",
    ]);
  });

  it("keeps the digits of numbers", () => {
    expect(drawn(parseJson('{"big":9007199254740993,"f":1.0,"e":1e400}'))).toEqual([
      "{",
      "  big: 9007199254740993,",
      "  f: 1.0,",
      "  e: 1e400",
      "}",
    ]);
  });

  it("folds to one line that shows how many entries are inside", () => {
    const folds = new Map([[pathKey(["a"]), true]]);
    const [, folded] = flattenJson({ a: [1, 2, 3] }, { ...plain, folds });
    expect(folded).toMatchObject({ kind: "folded", brackets: "[]", count: 3, isList: true });
  });

  it("opens what the user unfolded, deep or long", () => {
    const deep = { a: { b: { c: { d: 1 } } } };
    expect(drawn(deep).join("\n")).not.toContain("d: 1");
    const folds = new Map([[pathKey(["a", "b", "c"]), false]]);
    expect(drawn(deep, { ...plain, folds }).join("\n")).toContain("d: 1");
  });

  it("starts with long lists folded, so that a million rows take one line", () => {
    expect(flattenJson({ rows: Array.from({ length: 1_000_000 }, () => 0) }, plain)).toHaveLength(3);
  });

  it("cuts a long string, shows how much is hidden, and shows it in full on request", () => {
    const text = "word ".repeat(1000);
    const [, cut] = flattenJson({ text }, plain);
    expect(cut).toMatchObject({ hiddenLength: 5000 - SHOWN_LENGTH });
    const [, complete] = flattenJson({ text }, { ...plain, expandedTexts: new Set([pathKey(["text"])]) });
    expect(complete).toMatchObject({ hiddenLength: 0, text: JSON.stringify(text) });
  });

  it("never shows base64 as text", () => {
    const bytes = Buffer.from(Array.from({ length: 900 }, (_, index) => (index * 37) % 256)).toString("base64");
    const [line] = flattenJson(bytes, plain);
    expect(line).toMatchObject({ tone: "base64", text: "base64", hiddenLength: bytes.length });
    expect(isBase64(`data:image/png;base64,${bytes}`)).toBe(true);
    expect(isBase64("x".repeat(600))).toBe(false);
    expect(isBase64("short")).toBe(false);
  });

  it("is safe with members named like built-in ones", () => {
    const value = parseJson('{"__proto__":{"x":1},"constructor":2}');
    expect(drawn(value).join("\n")).toContain("constructor: 2");
    expect(valueAt({}, ["constructor", "name"])).toBeUndefined();
  });
});

describe("a path", () => {
  it("is written in the usual notation", () => {
    expect(pathText(["messages", 0, "content"])).toBe("messages[0].content");
    expect(pathText(["odd name", "x"])).toBe('["odd name"].x');
    expect(pathText([])).toBe("");
  });

  it("leads to its value", () => expect(valueAt({ a: [{ b: 1 }] }, ["a", 0, "b"])).toBe(1));
});
