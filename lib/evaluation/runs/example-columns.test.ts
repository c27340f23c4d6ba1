import { describe, expect, it } from "vitest";
import { answerLine, answerText, guessExpected, shownExample } from "./example-columns";

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

it("shows the tool calls of an answer as calls, and an empty answer in words", () => {
  const call = (name: string, args: unknown) => ({ id: "c", type: "function", function: { name, arguments: args } });
  const line = (value: unknown) => {
    const text = JSON.stringify(value);
    return answerLine(text, text.length);
  };
  const message = { role: "assistant", content: null, tool_calls: [call("look_up", '{"id":"A1","all":true}')] };
  expect(line(message)).toBe('look_up(id: "A1", all: true)');
  expect(line({ ...message, content: "One moment." })).toBe('One moment. look_up(id: "A1", all: true)');
  expect(line([call("a", "{}"), call("b", '{"cut')])).toBe('a() b({"cut)');
  expect(line([])).toBe("empty list");
  expect(line({})).toBe("empty object");
  expect(line("plain")).toBe("plain");
  expect(line([1, 2])).toBe("[1,2]");
  const anthropic = {
    role: "assistant",
    content: [{ type: "tool_use", id: "t", name: "look_up", input: { id: "A1" } }],
  };
  expect(line(anthropic)).toBe('look_up(id: "A1")');
  expect(line({ choices: [{ index: 0, message }] })).toBe('look_up(id: "A1", all: true)');
  // A whole conversation is no answer that calls tools.
  expect(line([message, { role: "tool", content: "A1 is on time" }])).toMatch(/^\[\{"role"/);
  expect(line({ role: "assistant", content: "Plain." })).toBe('{"role":"assistant","content":"Plain."}');
  // Of a cut answer what can be read; the beginning of any other one is shown as it is.
  const cut = JSON.stringify({ ...message, more: "x".repeat(500) }).slice(0, 400);
  expect(answerLine(cut, 700)).toBe('look_up(id: "A1", all: true)');
  expect(answerLine('{"tool_calls":[', 400)).toBe('{"tool_calls":[');
});
