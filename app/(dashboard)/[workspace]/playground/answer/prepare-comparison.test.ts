import { describe, expect, it } from "vitest";
import { readChoices } from "@/lib/completion/answer-choices";
import { prepareComparison } from "./prepare-comparison";

function choiceOf(message: object) {
  const [choice] = readChoices({ choices: [{ index: 0, message: { role: "assistant", content: null, ...message } }] });
  if (!choice) throw new Error("No choice");
  return choice;
}

const calling = (id: string, sent: string) =>
  choiceOf({ tool_calls: [{ id, type: "function", function: { name: "find", arguments: sent } }] });

describe("a comparison of answers", () => {
  it("compares text when one of them is not JSON", () => {
    expect(prepareComparison(choiceOf({ content: "Hello" }), choiceOf({ content: '{"a": 1}' }))).toMatchObject({
      mode: "text",
      left: { value: "Hello" },
      right: { value: '{"a": 1}' },
    });
  });

  it("compares values when both are JSON", () => {
    expect(prepareComparison(choiceOf({ content: "[1]" }), choiceOf({ content: '{"a": 1}' }))).toMatchObject({
      mode: "json",
      left: { value: [1] },
      right: { value: { a: 1 } },
    });
  });

  it("ignores the ids of tool calls and whitespace in their arguments", () => {
    const { left, right } = prepareComparison(calling("call_1", '{"a":1}'), calling("call_2", '{ "a": 1 }'));
    expect(left).toEqual(right);
  });

  it("compares text with tool calls", () => {
    expect(prepareComparison(choiceOf({ content: "No." }), calling("1", "not JSON"))).toMatchObject({
      left: { value: { content: "No.", tool_calls: [] } },
      right: { value: { content: null, tool_calls: [{ name: "find", arguments: "not JSON" }] } },
    });
  });
});
