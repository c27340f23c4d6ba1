import { expect, it } from "vitest";
import { conversationText } from "./message-text";
import { readConversation } from "./read-messages";

it("names the roles, and keeps requests and results of tools readable", () => {
  const inputs = {
    messages: [
      { role: "user", content: "Which flight?" },
      {
        role: "assistant",
        tool_calls: [{ id: "c1", type: "function", function: { name: "find", arguments: '{"day":1}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "HAT170" },
    ],
  };
  const output = { choices: [{ message: { role: "assistant", content: "HAT170." } }] };
  expect(conversationText(readConversation(inputs, output))).toBe(
    'user:\nWhich flight?\n\nassistant:\n[calls find] {"day":1}\n\ntool:\n[result] HAT170\n\nassistant:\nHAT170.',
  );
});
