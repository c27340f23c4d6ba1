import { expect, test } from "vitest";
import { callsOf } from "@/app/(dashboard)/[workspace]/compare/testing/example-calls";
import { attributeFacts, factColumns } from "./prepare-facts";
import { sideOf } from "./prepare-side";

const trial = (id: string, attributes: Record<string, unknown>, exception?: string) =>
  sideOf(
    { kind: "call", id },
    callsOf([{ id, op: "run", durationMs: id === "a" ? 1000 : 1500, attributes, ...(exception ? { exception } : {}) }]),
    0,
  );

test("lists what sides share and what distinguishes them", () => {
  const [a, b] = [trial("a", { task_id: 17, trial: 2, reward: 1 }), trial("b", { task_id: 17, trial: 3, reward: 0 })];
  const { columns, shared } = attributeFacts([a, b], 0);
  expect(shared).toEqual(["task_id 17"]);
  expect(columns.map(({ title, texts }) => [title, ...texts])).toEqual([
    ["trial", "2", "3"],
    ["reward", "1", "0"],
  ]);
  expect(columns.map(({ deltas }) => deltas[1]?.text ?? null)).toEqual([null, "−1"]);
  expect(columns.at(-1)?.better).toBe("more");
});

test("reads a thread's attributes from all its turns", () => {
  const calls = callsOf([
    { id: "t1", op: "turn", attributes: { task_id: 1 } },
    { id: "t2", op: "turn", attributes: { task_id: 1, reward: 0 } },
  ]);
  const side = sideOf({ kind: "thread", id: "booking" }, calls, 0);
  expect(attributeFacts([side, null], 0)).toMatchObject({ shared: [] });
  expect(factColumns([side, null], 0).map(({ id, texts }) => [id, ...texts])).toEqual([
    ["turns", "2", null],
    ["calls", "2", null],
    ["errors", "0", null],
    ["duration", "200 ms", null],
  ]);
});

test("compares figures with the base, and has no column for figures that no side has", () => {
  const columns = factColumns([trial("a", {}), trial("b", {}, "no")], 0);
  expect(columns.map(({ id }) => id)).toEqual(["calls", "errors", "duration"]);
  expect(columns.map(({ deltas }) => deltas[1]?.text)).toEqual(["0", "+1", "+500 ms"]);
  expect(columns.at(-1)?.deltas[1]?.share).toBe("+50%");
});
