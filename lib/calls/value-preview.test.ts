import { expect, it } from "vitest";
import { fullTextOf, previewOf, rowPreviewOf } from "./value-preview";

it.each([
  [{}],
  [null],
  [{ "gen_ai.input.messages": [] }],
  [{ "llm.input_messages": [{ role: "user" }] }],
  ["<openai.resources.responses.Responses object at 0x7f1c>"],
  [{ self: "<openai.OpenAI object at 0x7f1c>" }],
])("inputs without content are nothing: %j", (inputs) => {
  expect(rowPreviewOf(inputs, "input")).toBeNull();
  expect(fullTextOf(inputs, "input")).toBeNull();
});

it("inputs of a method are shown without the address of its object", () => {
  expect(rowPreviewOf({ self: "<bot.Bot object at 0x7f1c>", rows: [1, 2] }, "input")).toEqual({
    text: '{ "rows": [ 1, 2 ] }',
    isJson: true,
  });
});

it("a message without content is nothing, since clients then write the answer elsewhere", () => {
  expect(rowPreviewOf({ "gen_ai.output.messages": [{ role: "assistant", parts: [] }] }, "output")).toBeNull();
});

it("an empty object is shown where it is a value", () => {
  expect(rowPreviewOf({}, "output")).toEqual({ text: "{}", isJson: true });
  expect(previewOf({})).toEqual({ text: "{}", isJson: true });
});

it.each([
  ["input", { "langfuse.observation.input": [{ role: "user", content: "**Why?**" }] }, "Why?"],
  ["input", { "gen_ai.input.messages": [{ role: "user", parts: [{ type: "text", content: "Why?" }] }] }, "Why?"],
  ["input", { model: "m", temperature: 0, max_tokens: 5, contents: "Why?" }, "Why?"],
  ["output", { generations: [[{ text: "So." }]] }, "So."],
  ["output", { "gen_ai.retrieval.documents": [{ id: "a", score: 1, content: "Bags" }] }, "1 document 1. Bags (1)"],
  [
    "output",
    { output: { message: { role: "assistant", content: [{ toolUse: { name: "f", input: { a: 1 } } }] } } },
    "→ f(1)",
  ],
] as const)("%s that Chat can read is its text in a row: %j", (side, value, text) => {
  expect(rowPreviewOf(value, side)).toEqual({ text, isJson: false });
});

it("the card of an answer that requests tools has all their arguments", () => {
  const long = "x".repeat(300);
  const message = { role: "assistant", tool_calls: [{ name: "f", arguments: { a: long } }] };
  expect(fullTextOf(message, "output")?.text).toBe(`→ f(${long})`);
});
