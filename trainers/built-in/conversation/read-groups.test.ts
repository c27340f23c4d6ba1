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

describe("the trained messages", () => {
  test("are the choices, if there are any", () => {
    const read = readOne({ messages_and_choices: [user, { role: "assistant", content: "first" }, choice("second")] });
    expect(read?.histories[0]?.map(({ isTrained }) => isTrained)).toEqual([false, false, true]);
  });

  test("are the assistant's messages, if there is no choice", () => {
    const read = readOne({ messages_and_choices: [user, { role: "assistant", content: "first" }] });
    expect(read?.histories[0]?.map(({ isTrained }) => isTrained)).toEqual([false, true]);
  });

  test("are chosen over all histories of a trajectory together", () => {
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

test("include the information that an answer was cut at its maximum length", () => {
  const cut = choice("and th", { finish_reason: "length" });
  const read = readOne({ messages_and_choices: [user, choice("a"), cut] });
  expect(read?.histories[0]?.map(({ isCut }) => isCut)).toEqual([false, false, true]);
});

describe("messages", () => {
  test("keep their tool calls as written", () => {
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

  test("are used when each token is one byte of the text", () => {
    expect(read("é", tokens([0xc3], [0xa9]))).toEqual([-0, -1]);
  });

  test.each([
    ["tokens of several bytes", "ok", tokens([0x6f, 0x6b])],
    ["other bytes than the text's", "ok", tokens([0x6f], [0x6f])],
    ["no logprobs", "ok", null],
  ])("are not used from %s", (_, content, logprobs) => {
    expect(read(content, logprobs)).toBeNull();
  });
});
