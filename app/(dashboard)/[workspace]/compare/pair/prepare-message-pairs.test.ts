import { expect, test } from "vitest";
import { readConversation } from "@/lib/chat/read-messages";
import { comparableText, compareConversations } from "./prepare-message-pairs";

const conversation = (messages: readonly Record<string, unknown>[], answer = "Bye.") =>
  readConversation({ messages }, { choices: [{ message: { role: "assistant", content: answer } }] });

const asks = (name: string, id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name, arguments: '{"a": 1}' } }],
});

const brief = (comparison: ReturnType<typeof compareConversations>) =>
  comparison.rows.map((row) => `${row.kind} ${row.left?.number ?? "–"} ${row.right?.number ?? "–"}`);

test("finds where two conversations diverge, whatever the ids of their tool calls", () => {
  const start = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "Change my flight." },
  ];
  const left = conversation([
    ...start,
    asks("search", "call_1"),
    { role: "tool", tool_call_id: "call_1", content: "3 seats" },
  ]);
  const right = conversation([...start, asks("search", "x9"), { role: "tool", tool_call_id: "x9", content: "none" }]);
  const comparison = compareConversations(left, right);
  expect(brief(comparison)).toEqual(["same 1 1", "same 2 2", "same 3 3", "changed 4 4", "same 5 5"]);
  expect(comparison).toMatchObject({ divergenceAt: 3, sameCount: 4 });
  expect(comparison.rows.at(-1)?.left?.isOutput).toBe(true);
});

test("pairs messages of the same role when both changed", () => {
  const left = conversation([{ role: "user", content: "a" }, asks("book", "1"), { role: "tool", content: "ok" }]);
  const right = conversation([{ role: "user", content: "b" }], "Goodbye.");
  expect(brief(compareConversations(left, right))).toEqual([
    "changed 1 1",
    "changed 2 2",
    "changed 3 –",
    "changed 4 –",
  ]);
});

test("reports when both are identical", () => {
  const one = conversation([{ role: "user", content: "a" }]);
  expect(compareConversations(one, one)).toMatchObject({ divergenceAt: -1, sameCount: 2 });
});

test("writes tool requests as calls", () => {
  const { input } = conversation([asks("book", "1")]);
  expect(input.map(comparableText)).toEqual(["book(\n  a: 1\n)"]);
});
