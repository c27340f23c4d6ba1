import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { isSameJson } from "./is-same-json";

describe("two requests", () => {
  it.each([
    ['{"a":[1,{"b":null}],"c":"x"}', '{"c":"x","a":[1,{"b":null}]}'],
    ["12345678901234567890", "12345678901234567890"],
    ["[]", "[]"],
  ])("are equal when their contents are equal: %s", (left, right) => {
    expect(isSameJson(parseJson(left), parseJson(right))).toBe(true);
  });

  it.each([
    ['{"a":1}', '{"a":2}'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":null}', '{"b":null}'],
    ["[1,2]", "[2,1]"],
    ["[]", "{}"],
    ["12345678901234567890", "12345678901234567891"],
    ["1.0", "1"],
    ['"1"', "1"],
    ["null", "{}"],
  ])("differ when their contents differ: %s and %s", (left, right) => {
    expect(isSameJson(parseJson(left), parseJson(right))).toBe(false);
  });
});
