import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls/calls";
import { skeletonOf } from "./build-skeleton";
import { skeletonCall } from "./skeleton-call";
import {
  descendantCount,
  durationOf,
  ENDS_BEFORE_START,
  IS_CYCLE,
  IS_ORPHAN,
  idOf,
  nameOf,
  noteOf,
  pathOf,
  rowOfId,
  skeletonBuffers,
  spanMs,
  statusOf,
  type TraceSkeleton,
} from "./trace-skeleton";

const start = Date.parse("2026-11-20T14:30:00Z");

const call = (
  id: string,
  parent: string | null,
  offsetMs: number,
  durationMs = 100,
  rest: Partial<Call> = {},
): Call => ({
  id,
  project_id: "p",
  op_name: id,
  trace_id: "t",
  parent_id: parent,
  started_at: new Date(start + offsetMs).toISOString(),
  ended_at: new Date(start + offsetMs + durationMs).toISOString(),
  output: null,
  ...rest,
});

const open = (id: string, parent: string | null, offsetMs: number): Call =>
  call(id, parent, offsetMs, 0, { ended_at: null, summary: { weave: { status: "running" } } });

const built = (calls: readonly Call[]) => skeletonOf(calls.map(skeletonCall));

const rowsOf = (skeleton: TraceSkeleton) => Array.from({ length: skeleton.count }, (_, row) => row);

const drawn = (calls: readonly Call[]) => {
  const skeleton = built(calls);
  return rowsOf(skeleton).map((row) => `${"  ".repeat(skeleton.depth[row] ?? 0)}${idOf(skeleton, row)}`);
};

describe("the skeleton of a trace", () => {
  it("orders siblings by start, in whatever order they arrive", () => {
    expect(drawn([call("c", "a", 30), call("b", "a", 10), call("d", "b", 15), call("a", null, 0)])).toEqual([
      "a",
      "  b",
      "    d",
      "  c",
    ]);
  });

  it("distinguishes starts within one millisecond where clients write microseconds", () => {
    const at = (id: string, started_at: string) => ({ ...call(id, "a", 1), started_at });
    const calls = [at("c", "2026-11-20T14:30:00.0015Z"), at("b", "2026-11-20T14:30:00.001250Z"), call("a", null, 0)];
    expect(drawn(calls)).toEqual(["a", "  b", "  c"]);
  });

  it("keeps calls whose parent is missing, and marks them", () => {
    const skeleton = built([call("a", "gone", 0), call("b", "a", 5)]);
    expect([...skeleton.flags]).toEqual([IS_ORPHAN, 0]);
  });

  it("marks calls that end before they start", () => {
    const skewed = { ...call("a", null, 5), ended_at: "2026-11-20T14:29:00Z" };
    expect([...built([skewed, call("b", "a", 5)]).flags]).toEqual([ENDS_BEFORE_START, 0]);
  });

  it("loses nothing when parents form cycles, and marks where each was cut: at its earliest call", () => {
    const calls = [
      call("below", "a", 0),
      call("a", "b", 2),
      call("b", "a", 1),
      call("own", "own", 3),
      call("root", null, 4),
    ];
    expect(drawn(calls)).toEqual(["b", "  a", "    below", "own", "root"]);
    expect([...built(calls).flags]).toEqual([IS_CYCLE, 0, 0, IS_CYCLE, 0]);
  });

  it("finds each row by its id, and -1 for an unknown id", () => {
    const skeleton = built(Array.from({ length: 500 }, (_, at) => call(`id-${at}`, at === 0 ? null : "id-0", at)));
    expect(rowsOf(skeleton).map((row) => rowOfId(skeleton, idOf(skeleton, row)))).toEqual(rowsOf(skeleton));
    expect(rowOfId(skeleton, "id-500")).toBe(-1);
  });

  it("finds nothing in a trace without calls", () => {
    const skeleton = built([]);
    expect([skeleton.count, skeleton.lastMs, rowOfId(skeleton, "a"), skeleton.root]).toEqual([0, 0, -1, null]);
  });

  it("counts errors and calls below each call", () => {
    const fails = { exception: "ValueError: boom\nmore" };
    const calls = [call("a", null, 0), call("b", "a", 1), call("c", "b", 2, 5, fails), call("d", "a", 9, 1, fails)];
    const skeleton = built(calls);
    expect([...skeleton.errorsBelow]).toEqual([2, 1, 0, 0]);
    expect(rowsOf(skeleton).map((row) => descendantCount(skeleton, row))).toEqual([3, 1, 0, 0]);
    expect([skeleton.errorCount, noteOf(skeleton, 2)]).toEqual([2, "ValueError: boom"]);
  });

  it("returns the path from a call to its root", () => {
    const skeleton = built([call("a", null, 0), call("b", "a", 1), call("c", "b", 2), call("d", "a", 9)]);
    expect(pathOf(skeleton, rowOfId(skeleton, "c")).map((row) => idOf(skeleton, row))).toEqual(["c", "b", "a"]);
  });

  it("subtracts children from a call's self time, overlaps once and only inside the call", () => {
    const calls = [call("a", null, 0, 100), call("b", "a", 10, 30), call("c", "a", 20, 40), call("d", "a", 90, 50)];
    expect([...built(calls).selfMs]).toEqual([100 - 50 - 10, 30, 40, 50]);
  });

  it("leaves the end of a running call open, and counts its time up to now", () => {
    const skeleton = built([open("a", null, 0), call("b", "a", 10, 20)]);
    expect([statusOf(skeleton, 0), skeleton.endMs[0], skeleton.lastMs]).toEqual(["running", Number.NaN, 30]);
    expect(spanMs(skeleton, start + 500)).toBe(500);
    expect(durationOf(skeleton, 0, 500)).toBe(500);
  });

  it("has no duration for a call without a recorded end that is not running", () => {
    expect(durationOf(built([call("a", null, 0, 0, { ended_at: null })]), 0, 500)).toBeNull();
  });

  it("keeps a call with an invalid start, at the start of the trace", () => {
    const skeleton = built([call("a", null, 50), { ...call("b", "a", 60), started_at: "soon" }]);
    expect([skeleton.originMs, skeleton.startMs[1]]).toEqual([start + 50, 0]);
  });

  it("moves an end before its start, from clocks that disagree, to the start", () => {
    expect(built([call("a", null, 10, -5)]).endMs[0]).toBe(0);
  });

  it("counts usage once that clients add to every ancestor", () => {
    const usage = (tokens: number) => ({ summary: { usage: { m: { prompt_tokens: tokens, completion_tokens: 1 } } } });
    const calls = [call("a", null, 0, 9, usage(30)), call("b", "a", 1, 9, usage(10)), call("c", "a", 2, 9, usage(20))];
    const skeleton = built(calls);
    expect([...skeleton.tokensIn]).toEqual([Number.NaN, 10, 20]);
    expect(skeleton.usage).toEqual({ tokensIn: 30, tokensOut: 2, costUsd: null });
  });

  it("finds the long pauses in which no call without children ran", () => {
    const calls = [call("a", null, 0, 1000), call("b", "a", 0, 100), call("c", "a", 50, 100), call("d", "a", 800, 100)];
    expect([...built(calls).idle]).toEqual([150, 800, 900, 1000]);
  });

  it("leaves the last pause open while only calls with children run", () => {
    expect([...built([open("a", null, 0), call("b", "a", 0, 100)]).idle]).toEqual([100, Number.POSITIVE_INFINITY]);
    expect([...built([open("a", null, 0), open("b", "a", 0)]).idle]).toEqual([]);
  });

  it("replaces a call that arrives again", () => {
    const again = call("a", null, 0, 100, { display_name: "new" });
    const skeleton = built([call("a", null, 0), again]);
    expect([skeleton.count, nameOf(skeleton, 0)]).toEqual([1, "new"]);
  });

  it("transfers completely to another thread", () => {
    const skeleton = built([call("a", null, 0), call("b", "a", 5)]);
    const copy = structuredClone(skeleton, { transfer: skeletonBuffers(skeleton) });
    expect([idOf(copy, 1), copy.startMs[1], rowOfId(copy, "b")]).toEqual(["b", 5, 1]);
    expect(skeleton.startMs.length).toBe(0);
  });
});
