import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stripMarks } from "./strip-marks";

describe("the signs of Markdown in a row", () => {
  it.each([
    ["**Refund policy**: no", "Refund policy: no"],
    ["It is **not** refundable (**see** below), **really**.", "It is not refundable (see below), really."],
    ["***Both***", "Both"],
    ["# Plan\nFirst", "Plan\nFirst"],
    ["Text\n### Next step\nmore", "Text\nNext step\nmore"],
    ["Run `npm test` and ``a ` b``", "Run npm test and a ` b"],
    ["**Run `make` now**", "Run make now"],
    ["See [the policy](https://example.org/a_(b)?q=1).", "See the policy."],
    ["HAT170[1](https://example.org)", "HAT1701"],
    ["![Seat map](/files/seats.png) and [here](#top)", "Seat map and here"],
    ['[**Bold link**](https://example.org "title")', "Bold link"],
    ["See [the policy](https://example.org/long", "See the policy"],
    ['```json\n{"a": "**b**"}\n```\n**Done**', '{"a": "**b**"}\nDone'],
    ["```sh\n# comment\nls **/*.ts", "# comment\nls **/*.ts"],
    ["Literal `**not bold**` and `[x](https://y)`", "Literal **not bold** and [x](https://y)"],
  ])("are left out of %j", (text, shown) => {
    expect(stripMarks(text, true)).toBe(shown);
  });

  it.each([
    "snake_case_names and __init__.py",
    "2 * 3 * 4, 2 ** 3 ** 4",
    "x**2 + y**2",
    "**/*.ts and **/*.tsx, src/**/a, *.md, **/a,**/b",
    '{"text": "**bold**", "items": [1]}',
    '[{"a": "`b`"}]',
    "#1 of 3, #hashtag, C# and F#",
    "call(array[0](x))",
    "a[i](b)",
    "[ ] open, [x] done",
    "a lone ` and a lone ** here",
    "price is 5* or 4** hotels",
    "[not a link] (https://example.org)",
    "[javascript](javascript:alert(1))",
  ])("are not seen in %j", (text) => {
    expect(stripMarks(text, true)).toBe(text);
  });

  it("need a plain sign where the text may be of another kind", () => {
    expect(stripMarks("SELECT `id` FROM `t`", false)).toBe("SELECT `id` FROM `t`");
    expect(stripMarks("# comment\nx = 1", false)).toBe("# comment\nx = 1");
    expect(stripMarks("# Plan\n**First** run `x`", false)).toBe("Plan\nFirst run x");
  });

  it("never leave a row empty", () => {
    expect(stripMarks("![](https://example.org/a.png)", true)).toBe("![](https://example.org/a.png)");
    expect(stripMarks("", true)).toBe("");
  });

  it("only remove characters, whatever the text", () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab *`#[]()!~\n_-./:"\uE000', "**", "```", "](https://a)") });
    fc.assert(
      fc.property(text, fc.boolean(), (source, isMessage) => {
        let from = 0;
        for (const character of stripMarks(source, isMessage)) {
          from = source.indexOf(character, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
    );
  });

  it.each(["*", "`", "[", "**a", "`a ", "[a](", "``` ", "[a](https://a(", "# ", "**a** ", "~~~\n"])(
    "are found in time that grows with the row, not with a text of 10 MB of %j",
    (part) => {
      const text = part.repeat(10_000_000 / part.length);
      const startedAt = performance.now();
      expect(stripMarks(text, true).length).toBeLessThanOrEqual(2_000);
      expect(performance.now() - startedAt).toBeLessThan(1_000);
    },
  );
});
