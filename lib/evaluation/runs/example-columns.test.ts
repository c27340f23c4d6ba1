import { describe, expect, it } from "vitest";
import { answerText, guessExpected, shownExample } from "./example-columns";

describe("an example in a row", () => {
  it("divides into input and expected answer by the names of its members", () => {
    expect(guessExpected(["question", "kind", "expected"])).toBe("expected");
    expect(guessExpected(["Target", "input"])).toBe("Target");
    expect(guessExpected(["question"])).toBeNull();
    expect(shownExample('{"question":"hi","kind":1,"expected":"HI"}', false, "expected")).toMatchObject({
      input: "hi",
      expected: "HI",
    });
  });

  it("shows everything but the expected answer where no member is named as an input", () => {
    expect(shownExample('{"a":1,"b":2,"expected":3}', false, "expected")).toMatchObject({
      input: '{"a":1,"b":2}',
      expected: "3",
    });
    expect(shownExample('{"a":"x","expected":3}', false, "expected").input).toBe("x");
    expect(shownExample("5", false, null)).toMatchObject({ input: "5", expected: null });
  });

  it("shows the beginning of a cut example, and nothing of a deleted one", () => {
    expect(shownExample('{"question":"hi', true, "expected")).toMatchObject({
      input: '{"question":"hi',
      expected: null,
    });
    expect(shownExample(null, false, "expected")).toMatchObject({ input: "", expected: null });
  });

  it("shows an answer that is a text without its quotes, also where it was cut", () => {
    expect(answerText('"a \\"b\\""', 9)).toBe('a "b"');
    expect(answerText('"a long', 100)).toBe("a long");
    expect(answerText('{"a":1}', 7)).toBe('{"a":1}');
    expect(answerText(null, 0)).toBe("");
  });
});
