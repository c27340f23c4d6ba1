import { expect, it } from "vitest";
import { draftMessageText } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { readPrompt } from "./read-prompt";

const read = (val: unknown) => readPrompt({ object_id: "greeting", digest: "d3", version_index: 3, val });

const messagesOf = (value: unknown) =>
  read(value)?.messages.map((message) => [message.role, draftMessageText(message)]) ?? null;

it("a prompt with one text is a system message, with placeholders in double braces", () => {
  expect(messagesOf({ _type: "StringPrompt", content: "Say {what} to {name}, as {{json}}: {not here} {}" })).toEqual([
    ["system", "Say {{what}} to {{name}}, as {json}: {not here} {}"],
  ]);
});

it("a prompt of messages keeps their roles", () => {
  const messages = [
    { role: "system", content: "Be {mood}." },
    { role: "user", content: [{ type: "text", text: "Hi {name}" }] },
    { role: "nobody", content: "x" },
  ];
  expect(messagesOf({ messages })).toEqual([
    ["system", "Be {{mood}}."],
    ["user", "Hi {{name}}"],
  ]);
});

it.each([null, "text", {}, { messages: [] }, { messages: "x" }, { content: 1 }])("%j is not a prompt", (value) => {
  expect(read(value)).toBeNull();
});
