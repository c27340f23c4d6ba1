import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { colorReader } from "@/lib/logprobs/color-runs";
import { isJsonLike, jsonColors } from "./json-colors";

const colored = (text: string) =>
  colorReader(jsonColors(text))(text)
    .filter((part) => part.text.trim() !== "")
    .map((part) => `${part.text.trim()} ${part.color.replace("text-code-", "")}`);

describe("the colors of JSON", () => {
  it("distinguish names from strings, and numbers from literals", () => {
    expect(colored('{"say": "a \\" b", "n": -1.5e3, "ok": true, "no": null}')).toEqual([
      "{ null",
      '"say" key',
      ": null",
      '"a \\" b" string',
      ", null",
      '"n" key',
      ": null",
      "-1.5e3 number",
      ", null",
      '"ok" key',
      ": null",
      "true bool",
      ", null",
      '"no" key',
      ": null",
      "null null italic",
      "} null",
    ]);
  });

  it("treat an unclosed string as a string", () => expect(colored('{"say": "so f')).toContain('"so f string'));

  it("cover every character of any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(jsonColors(text).reduce((sum, run) => sum + run.length, 0)).toBe(text.length);
      }),
    );
  });
});

describe("a text", () => {
  it.each(['{"a": 1}', "{", " {\n", "[1]", '["a"]', "[", "[]", "{}"])("like %j may be incomplete JSON", (text) =>
    expect(isJsonLike(text)).toBe(true),
  );
  it.each(["Hello {", "[Note] that", "{braces} in text", "", "1"])("like %j is not JSON", (text) =>
    expect(isJsonLike(text)).toBe(false),
  );
});
