import { expect, it } from "vitest";
import { sampledAnswer } from "./sampled-answer";

const user = { role: "user", content: "Hi" };
const choice = (content: string, finish_reason: string) => ({
  ...{ finish_reason, index: 0, logprobs: null },
  message: { role: "assistant", content },
});

it("is the last choice of a trajectory, after the messages of tools", () => {
  const tool = { role: "tool", content: "17" };
  expect(sampledAnswer([user, choice("Let me look.", "tool_calls"), tool, choice("Seventeen", "length")])).toEqual({
    messages: [user, { role: "assistant", content: "Let me look." }, tool],
    answer: "Seventeen",
    finishReason: "length",
  });
});

it("is the last message of an assistant where a client sends no choices, and unknown without one", () => {
  expect(sampledAnswer([user, { role: "assistant", content: "Yes" }])).toEqual({
    ...{ messages: [user], answer: "Yes", finishReason: null },
  });
  expect(sampledAnswer([user])).toEqual({ messages: [user], answer: null, finishReason: null });
  expect(sampledAnswer(undefined)).toEqual({ messages: [], answer: null, finishReason: null });
});
