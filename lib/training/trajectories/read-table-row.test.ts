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

test("finds conversations in the row itself, in columns at any depth, and in JSON text", () => {
  expect(conversationPaths([rowOf({ messages, reward: 1 })])).toEqual([ROW_ITSELF]);
  expect(conversationPaths([rowOf({ messages_and_choices: choices, reward: 1 })])).toEqual([ROW_ITSELF]);
  expect(conversationPaths([rowOf({ id: 1, run: { chat: messages }, other: { messages } })])).toEqual([
    "run.chat",
    "other",
  ]);
  expect(conversationPaths([rowOf({ chat: JSON.stringify(messages), note: "{no json" })])).toEqual(["chat"]);
});

test("returns only paths that work for all rows, and nothing without any", () => {
  const rows = [rowOf({ chat: messages, more: messages }), rowOf({ chat: messages, more: null })];
  expect(conversationPaths(rows)).toEqual(["chat"]);
  expect(conversationPaths([rowOf({ question: "a", answer: "b" }), rowOf(null)])).toEqual([]);
  expect(conversationPaths([])).toEqual([]);
});

test("turns a list of messages in a column into a trajectory with choices and the other columns as metadata", () => {
  expect(only({ task: 3, score: 0.5, run: { chat: messages, model: "m" } }, "run.chat")?.value).toEqual({
    messages_and_choices: choices,
    metadata: { task: 3, score: 0.5, "run.model": "m", ...origin },
  });
});

test("keeps a trajectory in a column unchanged, with its origin, and the other columns for grouping and rewards", () => {
  const trajectory = { messages_and_choices: choices, reward: 1, metadata: { task_id: 3 } };
  const found = only({ split: "train", rollout: trajectory }, "rollout");
  expect(found?.value).toEqual({ ...trajectory, metadata: { task_id: 3, ...origin } });
  expect(found?.about).toEqual({ split: "train" });
});

test("reads a row in the interface's shape as in a file, with its group", () => {
  const [group] = read(
    { trajectories: [{ messages_and_choices: choices, reward: 1 }], exceptions: [] },
    ROW_ITSELF,
  ).groups;
  expect(group).toMatchObject({ isGroup: true, members: { exceptions: [] } });
  expect(group?.trajectories[0]?.value.metadata).toEqual(origin);
});

test("treats names with dots as names", () => {
  expect(only({ "run.chat": messages }, "run.chat")?.value.messages_and_choices).toEqual(choices);
  expect(only({ a: { "b.c": messages } }, "a.b.c")?.value.messages_and_choices).toEqual(choices);
});

test("reports a row without the conversation", () => {
  expect(read({ chat: 7 }, "chat")).toEqual({
    groups: [],
    problems: [{ place: "row 0", reason: "Its chat contains no messages and no trajectory." }],
  });
  expect(read(7, ROW_ITSELF).problems).toHaveLength(1);
});

test("reads rows with a prompt and a completion as rollouts", () => {
  const row = { example_id: 1, prompt: [messages[0]], completion: [messages[1]], reward: 1 };
  expect(conversationPaths([rowOf(row)])).toEqual([ROW_ITSELF]);
  expect(only(row, ROW_ITSELF)?.value).toEqual({
    messages_and_choices: choices,
    reward: 1,
    metadata: { example_id: 1, ...origin },
  });
});
