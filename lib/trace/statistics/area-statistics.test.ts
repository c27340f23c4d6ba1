import { describe, expect, it } from "vitest";
import { type Made, makeTrace } from "@/lib/trace/skeleton/testing/make-trace";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { areaStatistics } from "./area-statistics";

const read = (calls: readonly Made[], fromMs: number, toMs: number, untilMs = 1000) => {
  const skeleton = makeTrace(calls);
  const area = areaStatistics(skeleton, { fromMs, toMs }, untilMs);
  return { ...area, ops: area.ops.map((op) => ({ ...op, longest: idOf(skeleton, op.longestRow) })) };
};

const calls: readonly Made[] = [
  ["root", "", 0, 100],
  ["one", "root", 10, 30, { op: "llm", tokensIn: 5 }],
  ["two", "root", 40, 90, { op: "llm", isError: true }],
  ["tool", "root", 90, 95, { op: "tool" }],
];

describe("the calls in a span of time", () => {
  it("are those that ran in it, with their time within it", () => {
    const { ops, callCount, errorCount } = read(calls, 20, 60);
    expect([callCount, errorCount]).toEqual([3, 1]);
    expect(ops).toMatchObject([
      { op: "root", count: 1, insideMs: 40, meanMs: 100, longestMs: 100 },
      { op: "llm", count: 2, errorCount: 1, insideMs: 30, meanMs: 35, longestMs: 50, longest: "two", tokensIn: 5 },
    ]);
  });

  it("are not those that end where it starts, or start where it ends", () => {
    expect(read(calls, 30, 40).ops.map(({ op }) => op)).toEqual(["root"]);
    expect(read(calls, 90, 200).ops.map(({ op }) => op)).toEqual(["root", "tool"]);
  });

  it("count a call without duration at its start", () => {
    const point: readonly Made[] = [
      ["first", "", 0, 10],
      ["point", "", 50, 50],
    ];
    expect(read(point, 50, 60).callCount).toBe(1);
    expect(read(point, 40, 50).callCount).toBe(0);
  });

  it("count a running call up to the present", () => {
    const running: readonly Made[] = [
      ["a", "", 0, 10],
      ["b", "", 20, null, { op: "b" }],
    ];
    expect(read(running, 30, 80, 60).ops).toMatchObject([{ op: "b", insideMs: 30, longestMs: 40 }]);
  });

  it("combine versions of one op, and report no tokens where no call has any", () => {
    const ref = (digest: string) => ({ op: `weave:///e/p/op/ask:${digest}` });
    const versions: readonly Made[] = [
      ["a", "", 0, 10, ref("v1")],
      ["b", "", 20, 30, ref("v2")],
    ];
    expect(read(versions, 0, 100).ops).toMatchObject([{ op: "ask", count: 2, tokensIn: null, costUsd: null }]);
  });

  it("may be none", () => {
    expect(read(calls, 200, 300)).toEqual({ ops: [], callCount: 0, errorCount: 0 });
  });
});
