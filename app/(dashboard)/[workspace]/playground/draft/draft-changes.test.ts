import { describe, expect, it } from "vitest";
import { answeredMessage } from "@/app/(dashboard)/[workspace]/playground/columns/answered-message";
import { type Draft, type DraftMessage, draftMessageText, MAX_COLUMNS, newColumn, newDraft, newMessage } from "./draft";
import {
  moved,
  sentCount,
  withCopiedColumn,
  withMessages,
  withModels,
  withNewColumn,
  withNextMessage,
  withoutColumn,
  withoutParameters,
  withParameter,
  withRequest,
  withToolResult,
} from "./draft-changes";
import { readRequest } from "./read-request";

const two = (): Draft => ({ ...newDraft(), columns: [newColumn("a"), newColumn("b")] });
const keyOf = (draft: Draft, at: number) => draft.columns[at]?.key ?? "";
const question: DraftMessage = {
  ...newMessage("assistant"),
  parts: [],
  toolCalls: [
    { id: "c1", name: "look", arguments: "{}" },
    { id: "c2", name: "look", arguments: "{}" },
  ],
};

describe("columns", () => {
  it("number at least one and at most six", () => {
    let draft = newDraft();
    draft = withoutColumn(draft, keyOf(draft, 0));
    expect(draft.columns).toHaveLength(1);
    for (let count = 0; count < 9; count += 1) draft = withNewColumn(draft);
    expect(draft.columns).toHaveLength(MAX_COLUMNS);
    expect(withCopiedColumn(draft, keyOf(draft, 0))).toBe(draft);
  });

  it("are copied to the right of the original, with messages that are edited separately", () => {
    const first = two();
    const own = withMessages(first, keyOf(first, 0), [newMessage("user", "Mine")]);
    const copied = withCopiedColumn(own, keyOf(own, 0));
    expect(copied.columns.map(({ model }) => model)).toEqual(["a", "a", "b"]);
    expect(new Set(copied.columns.map(({ key }) => key)).size).toBe(3);
    expect(copied.columns[1]?.messages?.[0]?.key).not.toBe(copied.columns[0]?.messages?.[0]?.key);
  });

  it("have messages and parameters that do not affect the others", () => {
    const first = two();
    const key = keyOf(first, 1);
    const draft = withParameter(
      withMessages(withParameter(first, "shared", "seed", "7"), key, [newMessage("user", "Mine")]),
      key,
      "seed",
      "",
    );
    expect(draft.parameters).toEqual({ seed: "7" });
    expect(draft.columns[0]).toMatchObject({ own: {}, messages: null });
    expect(draft.columns[1]?.own).toEqual({ seed: "" });
    expect(sentCount(draft, null)).toBe(1);
    expect(sentCount(draft, draft.columns[1] ?? null)).toBe(0);
    expect(withParameter(draft, key, "seed", null).columns[1]?.own).toEqual({});
  });

  it("send no parameters after a reset, and keep the response format", () => {
    const draft: Draft = { ...two(), parameters: { seed: "7", response_format: "{}" } };
    expect(withoutParameters(draft, "shared").parameters).toEqual({ response_format: "{}" });
  });

  it("that were removed leave the change to the shared request", () => {
    expect(withParameter(newDraft(), "gone", "seed", "1").parameters).toEqual({ seed: "1" });
  });
});

describe("messages", () => {
  it("move by one position and stop at both ends", () => {
    expect(moved([1, 2, 3], 0, 1)).toEqual([2, 1, 3]);
    expect(moved([1, 2, 3], 2, -1)).toEqual([1, 3, 2]);
    expect(moved([1, 2, 3], 0, -1)).toEqual([1, 2, 3]);
    expect(moved([1, 2, 3], 2, 1)).toEqual([1, 2, 3]);
  });

  it("continue with the role that speaks next", () => {
    const rolesAfter = (...messages: DraftMessage[]) => withNextMessage(messages).map(({ role }) => role);
    expect(rolesAfter()).toEqual(["user"]);
    expect(rolesAfter(newMessage("user"))).toEqual(["user", "assistant"]);
    expect(rolesAfter(newMessage("assistant"))).toEqual(["assistant", "user"]);
    const results = withNextMessage([question]).slice(1);
    expect(results.map(({ role, toolCallId }) => [role, toolCallId])).toEqual([
      ["tool", "c1"],
      ["tool", "c2"],
    ]);
  });
});

describe("a tool's result", () => {
  const result = (toolCallId: string, text: string) => ({ toolCallId, name: "look", text });
  const user = newMessage("user", "Look");
  const shape = (messages: readonly DraftMessage[]) =>
    messages.map((message) => [message.role, message.toolCallId || draftMessageText(message)]);

  it("follows the answer that requested it, which is added once", () => {
    const first = withToolResult([user], question, result("c1", "one"));
    const second = withToolResult(first, question, result("c2", "two"));
    expect(shape(second)).toEqual([
      ["user", "Look"],
      ["assistant", ""],
      ["tool", "c1"],
      ["tool", "c2"],
    ]);
  });

  it("replaces an earlier one for the same tool call", () => {
    const first = withToolResult([user], question, result("c1", "one"));
    const again = withToolResult(first, question, result("c1", "other"));
    expect(again).toHaveLength(3);
    expect(again[2] && draftMessageText(again[2])).toBe("other");
  });

  it("for a later answer with the same id is a new one", () => {
    const first = withToolResult([user], question, result("c1", "one"));
    const later = withToolResult([...first, newMessage("user", "Again")], question, result("c1", "two"));
    expect(shape(later).map(([role]) => role)).toEqual(["user", "assistant", "tool", "user", "assistant", "tool"]);
  });
});

describe("an answer as a message", () => {
  it("keeps its text and tool calls, without members that no provider accepts", () => {
    const completion = {
      choices: [
        { message: { role: "assistant", content: "Hi", refusal: null, reasoning_content: "…", tool_calls: [] } },
      ],
    };
    expect(answeredMessage({ completion })).toMatchObject({
      role: "assistant",
      parts: [{ text: "Hi" }],
      toolCalls: [],
      others: {},
    });
    expect(answeredMessage({ completion: null })).toBeNull();
    expect(answeredMessage({ completion: { choices: [] } })).toBeNull();
  });
});

it("a request fills one column and keeps the model when it names none", () => {
  const before = two();
  const draft = withRequest(before, readRequest({ messages: [{ role: "user", content: "Hi" }], seed: 7 }), "id-1");
  expect(draft).toMatchObject({ columns: [{ model: "a", own: {} }], parameters: { seed: "7" }, callId: "id-1" });
  expect(draft.columns[0]?.key).not.toBe(before.columns[0]?.key);
});

it("models in the URL fill the columns, and a draft with the same models stays unchanged", () => {
  const before = two();
  const draft = withModels(before, ["x", "y"]);
  expect(draft.columns.map(({ model }) => model)).toEqual(["x", "y"]);
  expect(draft.messages).toBe(before.messages);
  expect(withModels(draft, ["x", "y"])).toBe(draft);
  expect(withModels(before, [])).toBe(before);
  expect(
    withModels(
      before,
      Array.from({ length: 9 }, (_, index) => `m${index}`),
    ).columns,
  ).toHaveLength(6);
});
