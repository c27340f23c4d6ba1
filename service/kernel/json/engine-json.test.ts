import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { engineJson, needsEngineJson } from "@/service/kernel/json/engine-json";

describe("JSON for the engine", () => {
  it.each([
    '{"a":1.0,"b":[9223372036854775807,18446744073709551615,-9223372036854775808]}',
    '{"s":"\\u00e9 \\ud83d\\ude00 1234567890123456789012345","e":1e30}',
    '"plain"',
  ])("leaves readable JSON unchanged: %s", (text) => {
    expect(JSON.parse(engineJson(text) ?? text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['{"n":18446744073709551616}', '{"n":1.8446744073709552e+19}'],
    ['{"n":-9223372036854775809,"m":1}', '{"n":-9.223372036854776e+18,"m":1}'],
    ["[1e400,-1E+999]", "[1.7976931348623157e+308,-1.7976931348623157e+308]"],
    ['{"s":"a\\ud800b","t":"\\"18446744073709551616"}', '{"s":"a\ufffdb","t":"\\"18446744073709551616"}'],
  ])("makes %s readable", (text, readable) => {
    expect(engineJson(text)).toBe(readable);
  });

  it("finds a long integer, a large exponent and half a surrogate pair at any place", () => {
    const part = fc.oneof(
      fc.stringMatching(/^\d{1,40}$/),
      fc.constantFrom("e", "E+", "e-", "\\ud8", "\\uD", "\\u00e9", "x", " "),
      fc.string({ maxLength: 25 }),
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (drawn) => {
        expect(needsEngineJson(drawn)).toBe(/\d{19}|[eE][+-]?\d{3}|\\u[dD][89a-fA-F]/.test(drawn));
      }),
    );
  });
});
