import { expect, test } from "vitest";
import { conversationPaths, ROW_ITSELF, readTableRow } from "./read-table-row";

const messages = [
  { role: "user", content: "a" },
  { role: "assistant", content: "b" },
];
const choices = [messages[0], { finish_reason: "stop", index: 0, logprobs: null, message: messages[1] }];
const rowOf = (val: unknown, digest = "r") => ({ digest, val });
const origin = { table_digest: "t", row_digest: "r" };

const read = (val: unknown, path: string) => readTableRow(rowOf(val), "t", path, "row 0");
const only = (val: unknown, path: string) => read(val, path).groups[0]?.trajectories[0];

test("finds conversations in the row itself, in columns at any depth, and in texts of JSON", () => {
  expect(conversationPaths([rowOf({ messages, reward: 1 })])).toEqual([ROW_ITSELF]);
  expect(conversationPaths([rowOf({ messages_and_choices: choices, reward: 1 })])).toEqual([ROW_ITSELF]);
  expect(conversationPaths([rowOf({ id: 1, run: { chat: messages }, other: { messages } })])).toEqual([
    "run.chat",
    "other",
  ]);
  expect(conversationPaths([rowOf({ chat: JSON.stringify(messages), note: "{no json" })])).toEqual(["chat"]);
});

test("takes only what holds in all rows, and nothing where there is none", () => {
  const rows = [rowOf({ chat: messages, more: messages }), rowOf({ chat: messages, more: null })];
  expect(conversationPaths(rows)).toEqual(["chat"]);
  expect(conversationPaths([rowOf({ question: "a", answer: "b" }), rowOf(null)])).toEqual([]);
  expect(conversationPaths([])).toEqual([]);
});

test("a list of messages in a column becomes a trajectory with choices, whose other columns are metadata", () => {
  expect(only({ task: 3, score: 0.5, run: { chat: messages, model: "m" } }, "run.chat")?.value).toEqual({
    messages_and_choices: choices,
    metadata: { task: 3, score: 0.5, "run.model": "m", ...origin },
  });
});

test("a trajectory in a column stays as it is, with its origin, and other columns to group and reward by", () => {
  const trajectory = { messages_and_choices: choices, reward: 1, metadata: { task_id: 3 } };
  const found = only({ split: "train", rollout: trajectory }, "rollout");
  expect(found?.value).toEqual({ ...trajectory, metadata: { task_id: 3, ...origin } });
  expect(found?.about).toEqual({ split: "train" });
});

test("a row in the interface's shape is read as in a file, its group kept", () => {
  const [group] = read(
    { trajectories: [{ messages_and_choices: choices, reward: 1 }], exceptions: [] },
    ROW_ITSELF,
  ).groups;
  expect(group).toMatchObject({ isGroup: true, members: { exceptions: [] } });
  expect(group?.trajectories[0]?.value.metadata).toEqual(origin);
});

test("names with dots are names", () => {
  expect(only({ "run.chat": messages }, "run.chat")?.value.messages_and_choices).toEqual(choices);
  expect(only({ a: { "b.c": messages } }, "a.b.c")?.value.messages_and_choices).toEqual(choices);
});

test("a row without the conversation is named", () => {
  expect(read({ chat: 7 }, "chat")).toEqual({
    groups: [],
    problems: [{ place: "row 0", reason: "Its chat holds no messages and no trajectory." }],
  });
  expect(read(7, ROW_ITSELF).problems).toHaveLength(1);
});
