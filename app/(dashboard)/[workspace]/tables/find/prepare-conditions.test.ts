import { describe, expect, it } from "vitest";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import {
  type Condition,
  conditionLabel,
  conditionOf,
  conditionParam,
  matchesAll,
  parseConditions,
  withTableCondition,
} from "./prepare-conditions";

const rowOf = (val: unknown) => ({ digest: "d", val, original_index: 0 });

function condition(value: unknown, isNegated = false): Condition {
  const made = conditionOf(["task", "user"], value, isNegated);
  if (made === null) throw new Error("The value is too long.");
  return made;
}

describe("a condition on a cell", () => {
  it.each([
    ["mia", "mia", true],
    ["mia", "Mia", false],
    [1, "1", false],
    [null, undefined, false],
    [undefined, undefined, true],
    [["a", 1], ["a", 1], true],
    ["", "", true],
  ])("set by %j matches %j: %j", (set, cell, isMet) => {
    const row = rowOf({ task: cell === undefined ? {} : { user: cell } });
    expect(matchesAll(row, [condition(set)])).toBe(isMet);
    expect(matchesAll(row, [condition(set, true)])).toBe(!isMet);
  });

  it("compares numbers by all of their digits", () => {
    const big = parseJson("9007199254740993");
    const row = rowOf({ task: { user: parseJson("9007199254740992") } });
    expect(matchesAll(row, [condition(big)])).toBe(false);
  });

  it("is restored from the address, and invalid text there filters nothing", () => {
    const all = [condition("a,b\n"), condition(undefined, true)];
    expect(parseConditions([...all.map(conditionParam), "task.user", "[1]", "{"])).toEqual(all);
  });

  it("has a description", () => {
    expect(conditionLabel(condition("mia", true))).toEqual({ field: "task.user", operator: "is not", value: "mia" });
    expect(conditionLabel(condition(undefined)).value).toBe("missing");
    expect(conditionLabel(condition({ a: 1 })).value).toBe('{"a":1}');
  });

  it("replaces its opposite", () => {
    const other = condition("raj");
    expect(withTableCondition([condition("mia"), other], condition("mia", true))).toEqual([
      other,
      condition("mia", true),
    ]);
  });

  it("is not offered for a value that is too long for an address", () => {
    expect(conditionOf(["a"], "x".repeat(1000), false)).toBeNull();
  });
});
