import { describe, expect, it } from "vitest";
import { mutated, OutdatedMutationError } from "./mutation";

const LIMIT = {
  row: "10",
  without: "the limit",
  file: "lib/limit.ts",
  text: "if (isOver) refuse();",
  by: "",
  test: { file: "lib/limit.test.ts", title: "refuses" },
};

describe("a mutation", () => {
  it("replaces its text, and says that it is out of date where the text is not there once", () => {
    expect(mutated("before(); if (isOver) refuse(); after();", LIMIT)).toBe("before();  after();");
    for (const source of ["", "if (isOver) refuse(); if (isOver) refuse();"]) {
      expect(() => mutated(source, LIMIT)).toThrow(OutdatedMutationError);
    }
    expect(() => mutated("", LIMIT)).toThrow(
      /row 10 \(without the limit\) is out of date: .* 0 times in lib\/limit\.ts/,
    );
  });
});
