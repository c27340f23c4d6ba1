import { describe, expect, test } from "vitest";
import { promptPositionText, promptSource, promptText, threadPromptId, trajectoryPromptId } from "./arena-prompt";
import { newPrompts, parsePrompts, truncateConversation } from "./prepare-prompts";

const user = (content: string) => ({ role: "user", content });
const choice = (content: string) => ({
  finish_reason: "stop",
  index: 0,
  logprobs: null,
  message: { content, refusal: null, tool_calls: null },
});
const items = [{ role: "system", content: "Be short." }, user("Hi"), choice("Hello"), user("Bye"), choice("See you")];

describe("a conversation is replayed", () => {
  test("at its first or its last answer, with the original answer", () => {
    expect(truncateConversation(items, "first")).toEqual({
      messages: [{ role: "system", content: "Be short." }, user("Hi")],
      expected: "Hello",
    });
    expect(truncateConversation(items, "last")?.messages).toHaveLength(4);
    expect(truncateConversation(items, "last")?.expected).toBe("See you");
    expect(truncateConversation(items, 2)).toEqual(truncateConversation(items, "first"));
  });

  test("with answers as messages that a model accepts", () => {
    expect(truncateConversation(items, "last")?.messages[2]).toEqual({ role: "assistant", content: "Hello" });
  });

  test("completely when it has no answer, and not at all when it is empty", () => {
    expect(truncateConversation([user("Hi")], "first")).toEqual({ messages: [user("Hi")], expected: null });
    expect(truncateConversation([], "last")).toBeNull();
    expect(truncateConversation(["?"], "last")).toBeNull();
  });

  test("skipping an answer that comes before any user message", () => {
    const greeted = [{ role: "assistant", content: "Welcome" }, user("Hi"), choice("Hello")];
    expect(truncateConversation(greeted, "first")?.expected).toBe("Hello");
  });
});

describe("typed prompts", () => {
  test("are one per line, each once", () => {
    const { prompts, problems } = parsePrompts("Can I bring my dog?\n\nWhat is MCO?\nWhat is MCO?\n");
    expect(prompts.map(promptText)).toEqual(["Can I bring my dog?", "What is MCO?"]);
    expect(prompts.every(({ isSeen, expected }) => isSeen === false && expected === null)).toBe(true);
    expect(new Set(prompts.map(({ id }) => id)).size).toBe(2);
    expect(problems).toEqual([]);
  });

  test("may be a list of messages, or lines of JSON with tools and the expected answer", () => {
    const list = JSON.stringify([user("Hi"), { role: "assistant", content: "Hello" }, user("Bye")]);
    expect(parsePrompts(list).prompts[0]?.messages).toHaveLength(3);
    const lines = [
      { messages: [user("1 + 1")], expected: "2" },
      { messages: [user("time")], tools: [{ type: "function" }] },
    ];
    const read = parsePrompts(lines.map((line) => JSON.stringify(line)).join("\n")).prompts;
    expect(read.map(({ expected, tools }) => [expected, tools])).toEqual([
      ["2", null],
      [null, [{ type: "function" }]],
    ]);
    expect(parsePrompts(JSON.stringify(lines)).prompts).toEqual(read);
  });

  test("without messages are reported", () => {
    expect(parsePrompts('{"messages": []}\nok').problems).toEqual(["Prompt 1 contains no messages."]);
    expect(parsePrompts("[not JSON").prompts.map(promptText)).toEqual(["[not JSON"]);
  });
});

test("a duplicate prompt is not added, wherever it comes from", () => {
  const [dog, cat] = parsePrompts("Can I bring my dog?\nCan I bring my cat?").prompts;
  if (!dog || !cat) throw new Error("two prompts were typed");
  const trained = { ...dog, id: trajectoryPromptId("b", 0, 0, 1), isSeen: true };
  expect(newPrompts([trained, cat, { ...cat, id: "x" }], [dog])).toEqual([cat]);
  expect(newPrompts([trained, dog], [])).toEqual([trained]);
});

test("an id identifies the origin of a prompt", () => {
  expect(promptSource(trajectoryPromptId("b.1", 2, 3, 4))).toEqual({
    kind: "trajectory",
    batchId: "b.1",
    group: 2,
    trajectory: 3,
    messageCount: 4,
  });
  expect(promptSource(threadPromptId("thr.4 x", 7))).toEqual({ kind: "thread", threadId: "thr.4 x", messageCount: 7 });
  expect(promptSource(parsePrompts("Hi").prompts[0]?.id ?? "")).toEqual({ kind: "typed" });
});

test("a prompt shows its last user message, and its position in the conversation", () => {
  const messages = [user("Hi"), { role: "assistant", content: "Hello" }, { role: "user", content: [{ text: "yes" }] }];
  expect(promptText({ messages })).toBe("yes");
  expect(promptPositionText({ messages })).toBe("turn 2, after 2 messages");
  expect(promptPositionText({ messages: [{ role: "system", content: "Be short." }, user("Hi")] })).toBe("turn 1");
});
