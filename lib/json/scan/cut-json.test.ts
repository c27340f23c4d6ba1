import { describe, expect, it } from "vitest";
import { parseTruncatedJson } from "./cut-json";

const TEXT = '{"message":"Can I \\"add\\" a \\u00fc bag?","list":[1,2,{"deep":null}],"n":12.50,"ok":true}';

describe("truncated JSON", () => {
  it("is a beginning of the value for any cut", () => {
    for (let cut = 1; cut <= TEXT.length; cut += 1) {
      const value = parseTruncatedJson(TEXT.slice(0, cut));
      expect(typeof value, `cut at ${cut}`).toBe("object");
      expect(value, `cut at ${cut}`).not.toBeNull();
    }
  });

  it.each([
    ['{"message":"Can I st', { message: "Can I st" }],
    ['{"message":"say \\', { message: "say " }],
    ['{"a":1,"b', { a: 1 }],
    ['{"a":1,"b":', { a: 1 }],
    ['{"a":1,"b":tr', { a: 1 }],
    ["[1,2,", [1, 2]],
    ['"half a sen', "half a sen"],
    ["{", {}],
    ["tr", null],
    ["", null],
  ])("%s reads %j", (text, value) => expect(parseTruncatedJson(text)).toEqual(value));
});
