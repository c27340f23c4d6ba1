import { describe, expect, it } from "vitest";
import { runSynchronously } from "@/lib/scheduling/run-in-short-slices";
import { type Made, makeTrace } from "@/lib/trace/skeleton/testing/make-trace";
import { idOf } from "@/lib/trace/skeleton/trace-skeleton";
import { criticalPathSteps } from "./critical-path";

function pathOf(calls: readonly Made[], untilMs = 1000) {
  const skeleton = makeTrace(calls);
  const path = runSynchronously(criticalPathSteps(skeleton, untilMs));
  const own: Record<string, number> = {};
  path.isOn.forEach((isOn, row) => {
    if (isOn) own[idOf(skeleton, row)] = path.ownMs[row] ?? 0;
  });
  return { own, totalMs: path.totalMs, callCount: path.callCount };
}

describe("the critical path", () => {
  it("goes through consecutive children, and assigns the time between them to the parent", () => {
    const { own, totalMs } = pathOf([
      ["root", "", 0, 100],
      ["a", "root", 10, 30],
      ["b", "root", 40, 90],
    ]);
    expect(own).toEqual({ root: 30, a: 20, b: 50 });
    expect(totalMs).toBe(100);
  });

  it("follows the last to end of parallel calls", () => {
    const { own } = pathOf([
      ["root", "", 0, 100],
      ["short", "root", 0, 40],
      ["long", "root", 0, 90],
      ["longest part", "long", 20, 80],
    ]);
    expect(own).toEqual({ root: 10, long: 30, "longest part": 60 });
  });

  it("omits calls that ended while a call of the path ran", () => {
    const { own } = pathOf([
      ["root", "", 0, 100],
      ["before", "root", 0, 30],
      ["beside", "root", 20, 70],
      ["last", "root", 50, 100],
    ]);
    expect(own).toEqual({ root: 20, before: 30, last: 50 });
  });

  it("counts a child that outlives its parent up to the parent's end", () => {
    const { own, totalMs } = pathOf([
      ["root", "", 0, 100],
      ["late", "root", 60, 400],
    ]);
    expect(own).toEqual({ root: 60, late: 40 });
    expect(totalMs).toBe(100);
  });

  it("follows running calls up to now", () => {
    expect(
      pathOf(
        [
          ["root", "", 0, null],
          ["running", "root", 50, null],
        ],
        200,
      ).own,
    ).toEqual({ root: 50, running: 150 });
  });

  it("joins top-level calls, and omits time in which none ran", () => {
    const { own, totalMs } = pathOf([
      ["first", "", 0, 10],
      ["orphan", "gone", 50, 80],
    ]);
    expect(own).toEqual({ first: 10, orphan: 30 });
    expect(totalMs).toBe(40);
  });

  it("handles a trace that is 20,000 levels deep without recursion", () => {
    const deep = Array.from({ length: 20_000 }, (_, index): Made => [`c${index}`, index ? `c${index - 1}` : "", 0, 10]);
    expect(pathOf(deep)).toMatchObject({ callCount: 20_000, totalMs: 10 });
  });
});
