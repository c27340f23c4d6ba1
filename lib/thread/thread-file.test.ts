import { expect, it } from "vitest";
import type { ChatMessage } from "@/lib/chat/chat-message";
import { threadFile, threadFileName } from "./thread-file";

it("is one line with the messages as they are sent to a model, each tool result under the id of its request", () => {
  const messages: ChatMessage[] = [
    { role: "user", name: null, parts: [{ kind: "text", text: "Two seats\nplease" }] },
    {
      role: "assistant",
      name: null,
      parts: [
        { kind: "reasoning", text: "Look first." },
        { kind: "tool-request", id: "c1", name: "seats", arguments: { row: 12 } },
      ],
    },
    {
      role: "tool",
      name: null,
      parts: [{ kind: "tool-result", requestId: "c1", name: "seats", value: ["12A", "12B"], isError: false }],
    },
  ];
  const file = threadFile("booking", messages);
  expect(file.match(/\n/g)).toHaveLength(1);
  expect(JSON.parse(file)).toEqual({
    thread_id: "booking",
    messages: [
      { role: "user", content: "Two seats\nplease" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c1", type: "function", function: { name: "seats", arguments: '{"row":12}' } }],
      },
      { role: "tool", content: '["12A","12B"]', tool_call_id: "c1", name: "seats" },
    ],
  });
});

it("has a name that every file system takes", () => {
  expect(threadFileName("user/7: \u00fc?")).toBe("thread-user-7-.jsonl");
});
