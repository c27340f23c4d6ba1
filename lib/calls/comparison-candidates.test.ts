import { expect, test } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { candidatesOf, distinctByThread, pastedIds, sharedValues } from "./comparison-candidates";

const call = (id: string, attributes: Record<string, unknown>, thread = `th-${id}`): Call => ({
  id,
  project_id: "e/p",
  trace_id: id,
  op_name: "turn",
  thread_id: thread,
  started_at: "2026-11-20T10:00:00Z",
  attributes,
});

const failed = call("f", { kind: "turn", import: { source: "x" }, trial: 0, task_id: 17, reward: 0 });

test("suggests values shared by several attempts first, and nothing that a program writes about itself", () => {
  expect(sharedValues(failed)).toEqual([
    { path: "task_id", text: "17" },
    { path: "trial", text: "0" },
    { path: "reward", text: "0" },
  ]);
});

test("puts calls with the same attributes first, and shows their differences", () => {
  const calls = [
    call("first-turn", { task_id: 17, trial: 1 }, "th-1"),
    call("last-turn", { task_id: 17, trial: 1, reward: 1 }, "th-1"),
    failed,
  ];
  const candidates = candidatesOf(calls, failed, new Set(["f"]));
  expect(candidates.map(({ id }) => id)).toEqual(["last-turn", "first-turn"]);
  expect(candidates[0]?.facts).toEqual([
    { name: "trial", text: "1" },
    { name: "reward", text: "1" },
  ]);
  expect(distinctByThread(candidates).map(({ id }) => id)).toEqual(["last-turn"]);
  expect(candidatesOf(calls, failed, new Set(["f", "th-1"]))).toEqual([]);
});

test.each([
  ["0199-a", "calls", ["0199-a"]],
  ["https://h.example/w/traces/0199-a?tab=chat", "calls", ["0199-a"]],
  ["https://h.example/w/traces/0199-a?sel=0199-b", "calls", ["0199-b"]],
  ["/w/traces?peek=0199-c&q=op:x", "calls", ["0199-c"]],
  ["https://h.example/e/p/r/call/0199-a", "calls", ["0199-a"]],
  ["https://h.example/w/compare?calls=a,b", "calls", ["a", "b"]],
  ["https://h.example/w/threads/task%2017", "threads", ["task 17"]],
  ["https://h.example/w/objects", "calls", []],
  ["  ", "calls", []],
] as const)("finds the id to compare in %s", (text, kind, ids) => {
  expect(pastedIds(text, kind)).toEqual(ids);
});
