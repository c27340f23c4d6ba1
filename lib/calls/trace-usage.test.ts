import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { traceUsage } from "./trace-usage";

const usage = (prompt: number, completion: number) => ({ prompt_tokens: prompt, completion_tokens: completion });

function call(id: string, parent: string | null, models: Readonly<Record<string, ReturnType<typeof usage>>>): Call {
  return {
    project_id: "e/p",
    id,
    trace_id: "t",
    parent_id: parent,
    op_name: "op",
    started_at: "2026-01-01T00:00:00Z",
    summary: { usage: models },
  } as unknown as Call;
}

describe("the usage of a trace", () => {
  it("counts usage once that a client added to every ancestor", () => {
    const calls = [
      call("root", null, { a: usage(30, 3) }),
      call("turn", "root", { a: usage(30, 3) }),
      call("llm-1", "turn", { a: usage(10, 1) }),
      call("llm-2", "turn", { a: usage(20, 2) }),
    ];
    expect(traceUsage(calls)).toMatchObject({ tokensIn: 30, tokensOut: 3 });
  });

  it("adds up usage that only single calls carry", () => {
    const calls = [
      call("root", null, {}),
      call("x", "root", { a: usage(10, 1) }),
      call("y", "root", { b: usage(5, 2) }),
    ];
    expect(traceUsage(calls)).toMatchObject({ tokensIn: 15, tokensOut: 3 });
  });

  it("counts a call's own model when only another model is below it", () => {
    const calls = [call("root", null, { a: usage(10, 1) }), call("x", "root", { b: usage(5, 2) })];
    expect(traceUsage(calls)).toMatchObject({ tokensIn: 15, tokensOut: 3 });
  });

  it("looks through calls without usage", () => {
    const calls = [
      call("root", null, { a: usage(10, 1) }),
      call("mid", "root", {}),
      call("x", "mid", { a: usage(10, 1) }),
    ];
    expect(traceUsage(calls)).toMatchObject({ tokensIn: 10, tokensOut: 1 });
  });

  it("is unknown when no call carries any, never zero", () => {
    expect(traceUsage([call("root", null, {})])).toEqual({ tokensIn: null, tokensOut: null, costUsd: null });
  });

  it("ends in a cycle of parents and counts each of its calls at least once", () => {
    const calls = [call("x", "y", { a: usage(1, 1) }), call("y", "x", { b: usage(2, 2) })];
    expect(traceUsage(calls)).toMatchObject({ tokensIn: 3, tokensOut: 3 });
  });
});
