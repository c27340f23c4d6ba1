import { expect, it } from "vitest";
import { compileExpression } from "./compile-expression";

it.each([
  ["ab(c", "Missing closing )"],
  ["ab[c", "Position 2: missing closing ]: [c"],
  ["x(?=y)", "Position 1: invalid or unsupported Perl syntax: (?="],
  ["a{3,1}", "Position 1: invalid repeat count: {3,1}"],
  ["\\", "Trailing backslash at end of expression"],
  ["a*", "It also matches empty text, of which nothing can be removed"],
])("refuses %s and says why, with the position where the engine knows it", (pattern, message) => {
  expect(() => compileExpression(pattern)).toThrow(message);
});

it("compiles what RE2 accepts, flags included", () => {
  expect(compileExpression("(?i)secret-[0-9]+").test("a SECRET-1 b")).toBe(true);
});
