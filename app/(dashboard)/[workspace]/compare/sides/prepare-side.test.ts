import { expect, test } from "vitest";
import { callsOf } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { nodesDepthFirst, sideOf } from "./prepare-side";

const usage = { m: { prompt_tokens: 10, completion_tokens: 2 } };

test("adds the usage of the deepest calls that report it, once", () => {
  const calls = callsOf([
    {
      id: "root",
      op: "run",
      usage: { m: { prompt_tokens: 20, completion_tokens: 4 }, own: { prompt_tokens: 1 } },
      inside: [
        { id: "one", op: "chat", usage },
        { id: "two", op: "chat", usage },
      ],
    },
  ]);
  const { byId } = sideOf({ kind: "call", id: "root" }, calls, 0);
  expect(byId.get("root")?.usage).toMatchObject({ tokensIn: 21, tokensOut: 4, costUsd: null });
  expect(byId.get("one")?.usage).toMatchObject({ tokensIn: 10, tokensOut: 2 });
});

test("gives a root the tokens that only calls below it report", () => {
  const calls = callsOf([{ id: "root", op: "run", inside: [{ id: "one", op: "chat", usage }] }]);
  expect(sideOf({ kind: "call", id: "root" }, calls, 0).roots[0]?.usage.tokensIn).toBe(10);
});

test("includes only the calls below a call in the middle of a trace", () => {
  const calls = callsOf([{ id: "root", op: "run", inside: [{ id: "a", op: "x", inside: [{ id: "b", op: "y" }] }] }]);
  const side = sideOf({ kind: "call", id: "a" }, calls, 0);
  expect(nodesDepthFirst(side).map(({ id }) => id)).toEqual(["a", "b"]);
  expect(side.callCount).toBe(2);
});

test("loses no call to a missing parent or a cycle of parents", () => {
  const calls = callsOf([
    { id: "root", op: "run" },
    { id: "lost", op: "x" },
    { id: "p", op: "x" },
    { id: "q", op: "x" },
  ]).map((call) => ({ ...call, parent_id: { lost: "nowhere", p: "q", q: "p" }[call.id] ?? null }));
  const side = sideOf({ kind: "call", id: "root" }, calls, 0);
  expect(nodesDepthFirst(side).map(({ id }) => id)).toEqual(["root", "lost", "p", "q"]);
  expect(side.callCount).toBe(4);
});

test("puts the turns of a thread under one node whose duration is their sum", () => {
  const calls = callsOf([
    { id: "t1", op: "turn", durationMs: 300, usage },
    { id: "t2", op: "turn", durationMs: 500, usage, inside: [{ id: "e", op: "tool", exception: "no" }] },
  ]);
  const side = sideOf({ kind: "thread", id: "booking" }, calls, 0);
  expect(side.roots).toHaveLength(1);
  expect(side.roots[0]).toMatchObject({ call: null, name: "booking", durationMs: 800, descendantCount: 3 });
  expect(side.roots[0]?.usage.tokensIn).toBe(20);
  expect(side.roots[0]?.hasErrorInside).toBe(true);
  expect([side.callCount, side.errorCount]).toEqual([3, 1]);
});

test("is empty when nothing was found", () => {
  expect(sideOf({ kind: "thread", id: "gone" }, [], 0).roots).toEqual([]);
});
