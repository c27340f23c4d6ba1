import { expect, test } from "vitest";
import { answerText } from "./answer-text";

const call = (name: string, args: string) => ({ id: "c", type: "function", function: { name, arguments: args } });

test("an answer with tool calls only becomes their names and arguments, not an empty text", () => {
  expect(answerText({ content: null, tool_calls: [call("find", '{"to":"SEA"}')] })).toBe('find({"to":"SEA"})');
  expect(answerText({ content: "Let me look.", tool_calls: [call("find", "{}"), call("book", "{}")] })).toBe(
    "Let me look.\nfind({})\nbook({})",
  );
});

test("text parts are joined, and an answer without content is empty", () => {
  expect(
    answerText({ content: [{ type: "text", text: "a" }, { type: "image_url" }, { type: "text", text: "b" }] }),
  ).toBe("ab");
  expect(answerText({ content: null })).toBe("");
});
