import { describe, expect, it } from "vitest";
import type { Turn } from "@/lib/thread/thread-turns";
import { turnBars } from "./prepare-turn-bars";

const turns = (count: number, changed: Readonly<Record<number, Partial<Turn>>> = {}): Turn[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index + 1}`,
    number: index + 1,
    name: "turn",
    status: "ok",
    exception: null,
    hasInventedTimes: false,
    isRewound: false,
    startedMs: index,
    endedMs: index + 1,
    durationMs: 1000,
    tokensIn: null,
    tokensOut: null,
    costUsd: null,
    tools: [],
    firstModelId: null,
    lastModelId: null,
    ...changed[index + 1],
  }));

describe("the bars of a conversation", () => {
  it("are one for each turn, numbered where there is room", () => {
    expect(turnBars(turns(3)).map(({ turn, number }) => [turn.id, number])).toEqual([
      ["t1", "1"],
      ["t2", "2"],
      ["t3", "3"],
    ]);
    expect(turnBars(turns(40)).flatMap(({ number }) => number || [])).toEqual([
      "5",
      "10",
      "15",
      "20",
      "25",
      "30",
      "35",
      "40",
    ]);
  });

  it("are never more than can be distinguished, and include every turn once", () => {
    const all = turns(2001);
    const bars = turnBars(all);
    expect(bars.length).toBeLessThanOrEqual(120);
    for (const { id } of all) expect(bars.filter((bar) => bar.holds(id))).toHaveLength(1);
    expect(bars.flatMap(({ number }) => number || []).length).toBeLessThanOrEqual(16);
  });

  it("show the longest of several turns, and the range of turns", () => {
    const bar = turnBars(turns(240, { 4: { durationMs: 9000 } }))[1];
    expect([bar?.turn.id, bar?.label]).toEqual(["t4", "Turns 3 to 4, longest turn 4, 9.00 s"]);
  });

  it("show a failed turn rather than a long one", () => {
    const bar = turnBars(turns(240, { 3: { status: "error", durationMs: 10 }, 4: { durationMs: 9000 } }))[1];
    expect([bar?.turn.id, bar?.label]).toEqual(["t3", "Turns 3 to 4, 1 error, first turn 3, 10 ms"]);
  });
});
