import { expect, it } from "vitest";
import { promptText } from "./prompt-text";

it("a prompt reads as its messages under their roles, and then its model and parameters", () => {
  const messages = [
    { role: "system", content: "You help {who}.\nBe brief." },
    { role: "assistant", content: null, tool_calls: [{ id: "a" }] },
    { role: "user", content: [{ type: "text", text: "{question}" }] },
  ];
  const config = { model: "gpt", temperature: 0.2 };
  expect(promptText({ _type: "MessagesPrompt", name: null, messages, description: "Answers", config, note: "x" })).toBe(
    [
      "description: Answers",
      "system:\nYou help {who}.\nBe brief.",
      'assistant:\n\n{"tool_calls":[{"id":"a"}]}',
      'user:\n[{"type":"text","text":"{question}"}]',
      'config:\nmodel: "gpt"\ntemperature: 0.2',
      'note: "x"',
    ].join("\n\n"),
  );
});

it("another value has no text", () => {
  expect(promptText({ rows: [] })).toBeNull();
});
