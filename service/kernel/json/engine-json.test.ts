import { describe, expect, it } from "vitest";
import { engineJson } from "@/service/kernel/json/engine-json";

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
});
