import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { isQuickTurn, isSlowTurn, threadFigures, threadTurns } from "./thread-turns";

const BASE = Date.parse("2026-11-20T14:00:00Z");
const iso = (ms: number) => new Date(BASE + ms).toISOString();

/** A call of 1 second at `at` seconds; a turn when it names no other. */
const call = (id: string, members: Partial<Call> & { at?: number; ms?: number | null } = {}): Call => {
  const { at = 0, ms = 1000, ...rest } = members;
  const start = at * 1000;
  const ended = ms === null ? {} : { ended_at: iso(start + ms), summary: { weave: { status: "success" } } };
  return {
    id,
    project_id: "p",
    op_name: "turn",
    trace_id: id,
    turn_id: id,
    started_at: iso(start),
    ...ended,
    ...rest,
  };
};

const usage = (tokens: number) => ({ usage: { m: { prompt_tokens: tokens, completion_tokens: 1 } } });
const turnsOf = (...calls: Call[]) => threadTurns(calls, BASE + 60_000);

describe("the turns of a thread", () => {
  it("are marked where the user went back behind them", () => {
    const left = call("a", { attributes: { session: { id: "s", is_rewound: true } } });
    expect(turnsOf(left, call("b", { at: 10 })).map(({ isRewound }) => isRewound)).toEqual([true, false]);
  });

  it("are its turn calls by their starts, with the tools and models inside each", () => {
    const turns = turnsOf(
      call("b", { at: 10 }),
      call("a"),
      call("m1", { turn_id: "a", parent_id: "a", attributes: { kind: "llm" } }),
      call("t1", { turn_id: "a", parent_id: "a", op_name: "get_user", attributes: { kind: "tool" } }),
      call("m2", { turn_id: "a", parent_id: "a", attributes: { kind: "llm" } }),
    );
    expect(turns.map(({ id, number }) => [id, number])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect(turns[0]).toMatchObject({ firstModelId: "m1", lastModelId: "m2" });
    expect(turns[0]?.tools).toEqual([{ id: "t1", name: "get_user", status: "ok", durationMs: 1000 }]);
    expect(turns[1]).toMatchObject({ tools: [], firstModelId: null });
  });

  it("count usage once, whether a client adds it to the turn or leaves it on the model call", () => {
    const inner = { turn_id: "a", parent_id: "a" };
    const added = turnsOf(call("a", { summary: usage(10) }), call("m", { ...inner, summary: usage(10) }));
    const left = turnsOf(
      call("a"),
      call("m", { ...inner, summary: usage(4) }),
      call("n", { ...inner, summary: usage(6) }),
    );
    expect(added[0]).toMatchObject({ tokensIn: 10, tokensOut: 1 });
    expect(left[0]).toMatchObject({ tokensIn: 10, tokensOut: 2, costUsd: null });
    expect(turnsOf(call("a"))[0]).toMatchObject({ tokensIn: null, tokensOut: null });
  });

  it("end even when calls name each other as parents", () => {
    const round = [call("x", { turn_id: "a", parent_id: "y" }), call("y", { turn_id: "a", parent_id: "x" })];
    expect(turnsOf(call("a"), ...round.map((each) => ({ ...each, summary: usage(1) })))).toHaveLength(1);
  });

  it("have the service's quantiles, over finished turns", () => {
    const figures = threadFigures(
      turnsOf(
        call("a", { ms: 1000 }),
        call("b", { at: 5, ms: 9000 }),
        call("c", { at: 20, ms: 3000 }),
        call("d", { at: 30, ms: null, summary: { weave: { status: "running" } } }),
      ),
    );
    expect(figures).toMatchObject({ p50Ms: 3000, p99Ms: 8880, longestMs: 30_000, startedMs: BASE });
    expect(threadFigures([])).toMatchObject({ p50Ms: null, p99Ms: null, startedMs: null, endedMs: null });
  });

  it("fold when they are quick and in the middle, and never when they failed or are running", () => {
    const turns = turnsOf(
      call("first", { ms: 10 }),
      call("quick", { at: 1, ms: 20 }),
      call("failed", { at: 2, ms: 20, summary: { weave: { status: "error" } }, exception: "boom" }),
      call("long", { at: 3, ms: 4000 }),
      call("middle", { at: 9, ms: 100 }),
      call("last", { at: 10, ms: null, summary: { weave: { status: "running" } } }),
    );
    const figures = threadFigures(turns);
    expect(turns.filter((turn) => isQuickTurn(turn, turns, figures)).map(({ id }) => id)).toEqual([]);
    const slower = turnsOf(
      ...["first", "a", "b", "c"].map((id, index) => call(id, { at: index, ms: 5000 })),
      call("quick", { at: 10, ms: 20 }),
      call("last", { at: 11, ms: 5000 }),
    );
    const slowerFigures = threadFigures(slower);
    expect(slower.filter((turn) => isQuickTurn(turn, slower, slowerFigures)).map(({ id }) => id)).toEqual(["quick"]);
    expect(turns.filter((turn) => isSlowTurn(turn, figures)).map(({ id }) => id)).toEqual(["long"]);
    expect(slower.filter((turn) => isSlowTurn(turn, slowerFigures))).toEqual([]);
  });
});
