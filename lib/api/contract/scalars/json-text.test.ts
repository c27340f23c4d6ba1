import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfString, jsonDepth, parseJson, stringifyJson } from "./json-text";

describe("parseJson and stringifyJson", () => {
  it.each([
    '{"a":1.0}',
    '{"a":12345678901234567890}',
    "[1e400,-0,-0.0,1E5,0.1,1.50]",
    '{"n":9007199254740993,"s":"1.0"}',
  ])("keep the digits of %s", (text) => {
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it("return plain numbers when these keep their digits", () => {
    expect(parseJson('{"a":1,"b":0.5,"c":-7}')).toEqual({ a: 1, b: 0.5, c: -7 });
  });

  it("keep the digits of any number, alone and among others", () => {
    const number = fc.stringMatching(/^-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?:[eE][+-]?\d{1,3})?$/);
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 5 }), (numbers) => {
        const text = `{"list":[${numbers.join(",")}],"text":"1.0"}`;
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it("keep the digits of a number beside long texts, which are searched another way", () => {
    const text = `["${"a 1.5 ".repeat(20_000)}",1.0,0.1,100000000000000000.5]`;
    expect(stringifyJson(parseJson(text))).toBe(text);
  });

  it("agree with the native parser on any value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(stringifyJson(parseJson(text))).toBe(text);
      }),
    );
  });

  it("do not let data reach a prototype", () => {
    const value = parseJson('{"__proto__":{"polluted":1.0}}');
    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it("use the last of two members with one name", () => {
    expect(parseJson('{"a":1,"a":2.0,"a":3}')).toEqual({ a: 3 });
  });

  it("refuse what is not JSON", () => {
    expect(() => parseJson('{"a":1.0')).toThrow(SyntaxError);
    expect(() => parseJson("NaN")).toThrow(SyntaxError);
  });
});

describe("endOfString", () => {
  it("finds the closing quote past escaped quotes and backslashes", () => {
    for (const text of ['"a"', '"a\\""', '"\\\\"', '"\\\\\\""']) {
      expect(endOfString(`${text},"b"`, 0)).toBe(text.length);
    }
  });

  it("returns the text's length when the string never closes", () => {
    expect(endOfString('"abc\\"', 0)).toBe(6);
  });
});

describe("jsonDepth", () => {
  it("counts brackets outside strings only", () => {
    expect(jsonDepth('{"a":[1,"]}[[[",{"b":[]}]}')).toBe(4);
    expect(jsonDepth('"[["')).toBe(0);
  });

  it("counts nesting that would overflow a parser", () => {
    expect(jsonDepth("[".repeat(100_000))).toBe(100_000);
  });
});
