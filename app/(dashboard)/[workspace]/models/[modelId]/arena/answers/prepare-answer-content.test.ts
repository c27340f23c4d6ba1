import { expect, test } from "vitest";
import { answerContentOf, differenceLabel, differenceOf } from "./prepare-answer-content";

const completion = (message: Record<string, unknown>) => ({ choices: [{ index: 0, message }] });
const call = (name: string, text: string) => ({ id: "c1", type: "function", function: { name, arguments: text } });
const words = (text: string) => ({ text, tools: [] });

test("an answer is the text, refusal or tool calls of its first choice", () => {
  expect(answerContentOf(completion({ content: "Yes." }))).toEqual(words("Yes."));
  expect(answerContentOf(completion({ content: null, refusal: "No." }))).toEqual(words("No."));
  expect(answerContentOf(completion({ content: null, tool_calls: [call("find", '{"a":1}')] }))).toEqual({
    text: "",
    tools: [{ name: "find", arguments: '{"a":1}' }],
  });
  expect(answerContentOf(completion({ content: null }))).toBeNull();
  expect(answerContentOf(null)).toBeNull();
});

test("a difference counts added and removed words", () => {
  const difference = differenceOf(words("HAT170 is no longer available."), words("HAT170 is not available."));
  expect(difference).toMatchObject({ kind: "words", added: 2, removed: 1 });
  expect(differenceLabel(difference)).toBe("+2 −1");
});

test("answers that share too little are rewritten, and equal answers are the same", () => {
  expect(differenceOf(words("Only one certificate counts."), words("Sure, send both."))).toEqual({ kind: "rewritten" });
  expect(differenceOf(words("Yes."), words("Yes."))).toEqual({ kind: "same" });
  expect(differenceOf(null, words("Yes."))).toEqual({ kind: "none" });
  expect(differenceOf(words("Yes."), null)).toEqual({ kind: "none" });
});

test("another tool, or another argument, is not a word difference", () => {
  const asks = (text: string) => ({ text: "", tools: [{ name: "find", arguments: text }] });
  expect(differenceOf(asks("{}"), words("Yes."))).toEqual({ kind: "tools" });
  expect(differenceOf(asks('{"a":2}'), asks('{"a":1}'))).toEqual({ kind: "tools" });
  expect(differenceOf(asks("{}"), asks("{}"))).toEqual({ kind: "same" });
});
