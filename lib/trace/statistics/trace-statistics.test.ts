import { describe, expect, it } from "vitest";
import { runSynchronously } from "@/lib/scheduling/run-in-short-slices";
import { type Made, makeTrace } from "@/lib/trace/skeleton/testing/make-trace";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { statisticsSteps } from "./trace-statistics";

const read = (calls: readonly Made[], untilMs = 1000) => {
  const skeleton = makeTrace(calls);
  const { ops } = runSynchronously(statisticsSteps(skeleton, untilMs));
  return ops.map((op) => ({ ...op, first: idOf(skeleton, op.firstRow), slowest: idOf(skeleton, op.slowestRow) }));
};

describe("statistics by op", () => {
  it("count calls and errors, and add durations and self time", () => {
    const [root, llm] = read([
      ["root", "", 0, 100],
      ["one", "root", 10, 30, { op: "llm" }],
      ["two", "root", 40, 90, { op: "llm", isError: true }],
    ]);
    expect(root).toMatchObject({ op: "root", count: 1, errorCount: 0, totalMs: 100, selfMs: 30, criticalMs: 30 });
    expect(llm).toMatchObject({ op: "llm", count: 2, errorCount: 1, totalMs: 70, selfMs: 70, criticalMs: 70 });
    expect(llm).toMatchObject({ first: "one", slowest: "two", p50Ms: 20, p99Ms: 50 });
  });

  it("combine versions of one op", () => {
    const ref = (digest: string) => ({ op: `weave:///e/p/op/ask:${digest}` });
    expect(
      read([
        ["a", "", 0, 10, ref("v1")],
        ["b", "", 20, 30, ref("v2")],
      ]),
    ).toMatchObject([{ op: "ask", count: 2 }]);
  });

  it("count running calls, but exclude them from percentiles", () => {
    expect(
      read(
        [
          ["a", "", 0, 10, { op: "x" }],
          ["b", "", 20, null, { op: "x" }],
        ],
        60,
      ),
    ).toMatchObject([{ count: 2, p99Ms: 10, totalMs: 50, slowest: "b" }]);
  });

  it("report no tokens where no call has any, and count each once", () => {
    const [root, llm] = read([
      ["root", "", 0, 10, { tokensIn: 7 }],
      ["llm", "root", 0, 10, { tokensIn: 7 }],
    ]);
    expect(root?.tokensIn).toBeNull();
    expect(llm?.tokensIn).toBe(7);
    expect(llm?.costUsd).toBeNull();
  });

  it("use nearest rank for percentiles", () => {
    const calls = Array.from({ length: 200 }, (_, index): Made => [`c${index}`, "", index, 2 * index + 1, { op: "x" }]);
    expect(read(calls)).toMatchObject([{ p50Ms: 100, p99Ms: 198 }]);
  });

  it("yield often enough for many calls that no step is long", () => {
    const calls = Array.from(
      { length: 20_000 },
      (_, index): Made => [
        `c${index}`,
        index === 0 ? "" : `c${index % 200}`,
        index,
        index + 300,
        { op: `op ${index % 7}` },
      ],
    );
    const steps = statisticsSteps(makeTrace(calls), 1e6);
    let stepCount = 0;
    while (!steps.next().done) stepCount += 1;
    expect(stepCount).toBeGreaterThan(50);
  });
});
