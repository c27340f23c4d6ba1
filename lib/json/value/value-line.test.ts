import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { cellText, copyText, kindText } from "./value-line";

describe("a cell", () => {
  it.each([
    ["9007199254740993", "9007199254740993"],
    ["1.0", "1.0"],
    ["1e400", "1e400"],
    ["-0.10", "-0.10"],
    ["12", "12"],
  ])("shows the number %s with its digits", (json, text) => {
    expect(cellText(parseJson(json))).toEqual({ kind: "number", count: null, text });
    expect(copyText(parseJson(json))).toBe(text);
  });

  it("distinguishes a missing value, null and an empty text", () => {
    expect(cellText(undefined).kind).toBe("missing");
    expect(cellText(null)).toMatchObject({ kind: "null", text: "null" });
    expect(cellText("")).toMatchObject({ kind: "word", text: "" });
    expect([copyText(undefined), copyText(null), copyText("")]).toEqual(["", "null", ""]);
  });

  it("shows a text on one line and distinguishes prose from a word", () => {
    expect(cellText("two\nlines  here")).toMatchObject({ kind: "prose", text: "two lines here" });
    expect(cellText("mia_li_3668").kind).toBe("word");
  });

  it("is short for a value of any length", () => {
    expect(cellText("x ".repeat(4_000_000)).text.length).toBeLessThan(300);
    expect(cellText(Array.from({ length: 100_000 }, () => "y".repeat(1000))).text.length).toBeLessThan(300);
    expect(cellText({ a: "z".repeat(100_000) }).text.length).toBeLessThan(300);
  });

  it("names the entries of a list and shows their number", () => {
    expect(cellText([{ name: "book" }, { name: "pay", n: 1 }, { x: 1, y: 2 }, [1, 2], 5])).toEqual({
      kind: "list",
      count: "[5]",
      text: "book, pay, {2}, [2], 5",
    });
  });

  it("writes the members of a dictionary that stays one column", () => {
    expect(cellText({ a: 1, b: { c: 2 } })).toEqual({ kind: "dictionary", count: "{2}", text: "a: 1, b: {1}" });
  });

  it("names encoded bytes and does not show them", () => {
    expect(cellText("iVBORw0KGgoAAAANSUhEUgAAB1c9".repeat(30)).kind).toBe("bytes");
  });

  it("copies nested values as JSON with their digits, and strings without quotes", () => {
    expect(copyText(parseJson('{"n":1.0,"list":[9007199254740993]}'))).toBe('{"n":1.0,"list":[9007199254740993]}');
    expect(copyText('say "hi"')).toBe('say "hi"');
  });

  it("describes its content in words", () => {
    expect([[1, 2], { a: 1 }, "abc", 4, true, null, undefined].map(kindText)).toEqual([
      "list of 2",
      "dictionary of 1",
      "text of 3 characters",
      "number",
      "boolean",
      "null",
      "no value",
    ]);
  });
});
