import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foundExcerpt } from "./found-excerpt";

/** What a service cuts around the first place of a text in JSON. */
function around(json: string, hit: string, beforeLength = 40, afterLength = 80): readonly [string, string, string] {
  const at = json.indexOf(hit);
  return [
    json.slice(Math.max(0, at - beforeLength), at),
    hit,
    json.slice(at + hit.length, at + hit.length + afterLength),
  ];
}

describe("what is around a found text", () => {
  it("is the text of JSON that it is in, without escapes and line breaks", () => {
    const json = JSON.stringify({ role: "user", content: 'Is "HD 531"\nstill on time?', id: 7 });
    expect(foundExcerpt(around(json, "still"))).toBe('Is "HD 531" still on time?');
  });

  it("begins with a whole word and ends with … where a long text is cut", () => {
    const json = JSON.stringify({ text: `${"many words ".repeat(20)}refund ${"more words ".repeat(20)}` });
    expect(foundExcerpt(around(json, "refund", 30, 20))).toMatch(/^…(?:many |words )+refund (?:[a-z ]+)…$/);
  });

  it("is nothing without a hit", () => {
    expect(foundExcerpt(["", "", ""])).toBeNull();
  });

  it("reads an escape that was cut as nothing, and escapes of letters as letters", () => {
    expect(foundExcerpt(['{"a":"caf', "\\u00e9", " cr\\u00e"])).toBe("café cr…");
    expect(foundExcerpt(['{"a":"', "x", ' y\\\\"}'])).toBe("x y\\");
  });

  it("contains any text that was sent, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.stringMatching(/^[a-z]{5}$/),
        fc.string(),
        fc.nat(60),
        fc.nat(60),
        (head, word, tail, before, after) => {
          const json = JSON.stringify([{ content: `${head}${word}${tail}` }]);
          expect(foundExcerpt(around(json, word, before, after))).toContain(word);
        },
      ),
    );
  });
});
