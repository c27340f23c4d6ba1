import { describe, expect, it } from "vitest";
import { exceptionLine } from "./exception-line";

describe("the line of an exception", () => {
  it("is the informative one", () => {
    expect(exceptionLine('Traceback (most recent call last):\n  File "a.py"\nValueError: no')).toBe("ValueError: no");
    expect(exceptionLine("Error: no\n    at a.js")).toBe("Error: no");
  });
});
