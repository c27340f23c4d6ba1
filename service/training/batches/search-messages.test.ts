import { expect, it } from "vitest";
import { messageWith } from "./search-messages";

const trajectory = {
  metadata: { note: "hidden" },
  messages_and_choices: [
    { role: "user", content: [{ type: "text", text: "Change my FLIGHT" }] },
    {
      finish_reason: "tool_calls",
      logprobs: { content: [{ token: "secret", logprob: -1 }] },
      message: {
        role: "assistant",
        content: null,
        tool_calls: [{ function: { name: "find", arguments: '{"to":"SEA"}' } }],
      },
    },
  ],
};

it("finds the first message that contains the text, also in tool calls, ignoring case", () => {
  expect(messageWith(trajectory, "flight")).toBe(0);
  expect(messageWith(trajectory, "sea")).toBe(1);
});

it("does not search outside the messages, nor tokens and names", () => {
  for (const needle of ["hidden", "secret", "finish_reason", "nowhere"])
    expect(messageWith(trajectory, needle)).toBeNull();
  expect(messageWith({}, "a")).toBeNull();
});
