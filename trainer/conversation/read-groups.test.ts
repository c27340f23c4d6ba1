import { describe, expect, test } from "vitest";
import { readGroups } from "./read-groups";

const user = { role: "user", content: "Hello" };
const choice = (content: string | null, more: Record<string, unknown> = {}) => ({
  finish_reason: "stop",
  index: 0,
  logprobs: null,
  message: { role: "assistant", content, tool_calls: null },
  ...more,
});

const readOne = (trajectory: Record<string, unknown>) =>
  readGroups([{ trajectories: [{ reward: 1, ...trajectory }] }])[0]?.trajectories[0];

describe("what is trained", () => {
  test("is the choices, where there are any", () => {
    const read = readOne({ messages_and_choices: [user, { role: "assistant", content: "first" }, choice("second")] });
    expect(read?.histories[0]?.map(({ isTrained }) => isTrained)).toEqual([false, false, true]);
  });

  test("is the assistant's messages, where there is no choice", () => {
    const read = readOne({ messages_and_choices: [user, { role: "assistant", content: "first" }] });
    expect(read?.histories[0]?.map(({ isTrained }) => isTrained)).toEqual([false, true]);
  });

  test("is decided over all histories of a trajectory together", () => {
    const read = readOne({
      messages_and_choices: [user, choice("a")],
      additional_histories: [{ messages_and_choices: [user, { role: "assistant", content: "b" }] }],
    });
    expect(read?.histories.map((messages) => messages.map(({ isTrained }) => isTrained))).toEqual([
      [false, true],
      [false, false],
    ]);
  });
});

test("an answer that was cut at its length is known as one", () => {
  const cut = choice("and th", { finish_reason: "length" });
  const read = readOne({ messages_and_choices: [user, choice("a"), cut] });
  expect(read?.histories[0]?.map(({ isCut }) => isCut)).toEqual([false, false, true]);
});

describe("messages", () => {
  test("keep their tool calls as they were written", () => {
    const calls = [{ id: "c1", type: "function", function: { name: "search", arguments: '{"q": 1.0}' } }];
    const read = readOne({ messages_and_choices: [{ role: "assistant", content: null, tool_calls: calls }] });
    expect(read?.histories[0]?.[0]).toMatchObject({
      content: "",
      toolCalls: [{ name: "search", argumentsText: '{"q": 1.0}' }],
    });
  });

  test("name the parts that are not text", () => {
    const content = [
      { type: "text", text: "See " },
      { type: "image_url", image_url: { url: "data:," } },
    ];
    expect(readOne({ messages_and_choices: [{ role: "user", content }] })?.histories[0]?.[0]?.content).toBe(
      "See [image_url]",
    );
  });
});

describe("log-probabilities of samples", () => {
  const tokens = (...bytes: number[][]) => ({
    content: bytes.map((own, index) => ({ token: "", bytes: own, logprob: -index, top_logprobs: [] })),
  });
  const read = (content: string, logprobs: unknown) =>
    readOne({ messages_and_choices: [choice(content, { logprobs })] })?.histories[0]?.[0]?.sampledLogprobs;

  test("are taken where each token is one byte of the text", () => {
    expect(read("é", tokens([0xc3], [0xa9]))).toEqual([-0, -1]);
  });

  test.each([
    ["tokens of several bytes", "ok", tokens([0x6f, 0x6b])],
    ["other bytes than the text's", "ok", tokens([0x6f], [0x6f])],
    ["no logprobs", "ok", null],
  ])("are not taken from %s", (_, content, logprobs) => {
    expect(read(content, logprobs)).toBeNull();
  });
});
