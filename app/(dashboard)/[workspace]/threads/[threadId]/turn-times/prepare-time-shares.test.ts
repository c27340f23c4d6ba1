import { expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { timeShares } from "./prepare-time-shares";

const BASE = Date.parse("2026-11-20T14:00:00Z");

const call = (id: string, parent: string | null, kind: string, from: number, to: number): Call => ({
  id,
  project_id: "p",
  op_name: "x",
  trace_id: "t",
  parent_id: parent,
  attributes: { kind },
  started_at: new Date(BASE + from).toISOString(),
  ended_at: new Date(BASE + to).toISOString(),
});

const shares = (...calls: Call[]) => timeShares(calls, BASE).map(({ kind, durationMs }) => [kind, durationMs]);

it("assigns time to the innermost call, and the rest to its parent", () => {
  const agent = call("a", null, "agent", 0, 1000);
  expect(shares(agent, call("m", "a", "llm", 100, 700), call("t", "a", "tool", 700, 900))).toEqual([
    ["llm", 600],
    ["agent", 200],
    ["tool", 200],
  ]);
});

it("subtracts overlapping children from their parent once, and ignores time outside the parent", () => {
  const agent = call("a", null, "agent", 0, 1000);
  expect(shares(agent, call("m", "a", "llm", 100, 600), call("n", "a", "llm", 400, 1500))).toEqual([
    ["llm", 1600],
    ["agent", 100],
  ]);
});

it("returns shares that add up to one", () => {
  const found = timeShares([call("a", null, "agent", 0, 1000), call("m", "a", "llm", 0, 300)], BASE);
  expect(found.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1);
  expect(timeShares([], BASE)).toEqual([]);
});
