import { describe, expect, it } from "vitest";
import { parseRolloutAddress, rolloutRequest } from "./read-rollout";

const choice = (content: string) => ({
  finish_reason: "stop",
  index: 0,
  logprobs: null,
  message: { role: "assistant", content, refusal: null, tool_calls: null },
});

const trajectory = {
  messages_and_choices: [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Hello" },
    choice("Hi"),
    { role: "user", content: "Why?" },
    choice("So"),
  ],
  reward: 1,
  tools: [{ type: "function" as const, function: { name: "find" } }],
};

const roles = (message: number | null) => rolloutRequest(trajectory, message).messages.map(({ role }) => role);

describe("rolloutRequest", () => {
  it("replays an answer with the messages before it", () => {
    expect(roles(2)).toEqual(["system", "user"]);
    expect(roles(4)).toEqual(["system", "user", "assistant", "user"]);
  });

  it("requests an answer to a message of another role, and without a message to the last answer", () => {
    expect(roles(3)).toEqual(["system", "user", "assistant", "user"]);
    expect(roles(null)).toEqual(roles(4));
  });

  it("keeps the tools, and only the message of a choice", () => {
    const read = rolloutRequest(trajectory, 4);
    expect(read.tools).toHaveLength(1);
    expect(read.unsupported).toEqual([]);
    expect(read.messages[2]?.others).toEqual({});
  });
});

it("parses an address, and rejects a malformed one", () => {
  expect(parseRolloutAddress("0199-a.3.1")).toEqual({ batchId: "0199-a", group: 3, trajectory: 1, message: null });
  expect(parseRolloutAddress("b.3.1.12")?.message).toBe(12);
  for (const text of ["", "b", "b.1", "b.1.x", "b.1.2.3.4", ".1.2"]) expect(parseRolloutAddress(text)).toBeNull();
});
