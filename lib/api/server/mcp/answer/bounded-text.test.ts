import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitRows, oneLine, shortText, textPage } from "./bounded-text";

describe("shortText", () => {
  it("says how much is missing, and keeps short texts", () => {
    expect(shortText("abc", 3)).toBe("abc");
    expect(shortText("abcdef", 3)).toBe("abc… (3 more characters)");
  });
  it("does not split a character of two units", () => {
    expect(shortText("ab😀cd", 3)).toBe("ab… (4 more characters)");
  });
});

describe("oneLine", () => {
  it("joins lines", () => expect(oneLine(" a\n\n  b\tc ", 20)).toBe("a b c"));
});

describe("fitRows", () => {
  it("keeps rows up to a length, and at least one", () => {
    expect(fitRows(["aaaa", "bbbb", "cccc"], 14)).toEqual({ rows: ["aaaa", "bbbb"], omittedCount: 1 });
    expect(fitRows(["aaaaaaaaaa"], 2)).toEqual({ rows: ["aaaaaaaaaa"], omittedCount: 0 });
    expect(fitRows([], 2)).toEqual({ rows: [], omittedCount: 0 });
  });
});

describe("textPage", () => {
  it("gives a text in pages without gaps, whatever its characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.integer({ min: 2, max: 30 }), (text, length) => {
        let whole = "";
        let from = 0;
        for (;;) {
          const page = textPage(text, from, length);
          expect(page.from).toBe(from);
          whole += page.text;
          from = page.to;
          if (page.to >= page.length) break;
          expect(page.to).toBeGreaterThan(page.from);
        }
        expect(whole).toBe(text);
      }),
    );
  });
  it("is empty after the end", () => expect(textPage("abc", 9, 5)).toEqual({ text: "", from: 3, to: 3, length: 3 }));
});
