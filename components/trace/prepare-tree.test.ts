import { describe, expect, it } from "vitest";
import type { Call } from "@/lib/api/contract/calls";
import { pathToRoot, traceTree } from "./prepare-tree";

const start = Date.parse("2026-11-20T14:30:00Z");

const call = (id: string, parent: string | null, offsetMs: number, durationMs = 100, exception?: string): Call => ({
  id,
  project_id: "p",
  op_name: id,
  trace_id: "t",
  parent_id: parent,
  started_at: new Date(start + offsetMs).toISOString(),
  ended_at: new Date(start + offsetMs + durationMs).toISOString(),
  output: null,
  ...(exception ? { exception } : {}),
});

const drawn = (calls: readonly Call[], folded: ReadonlySet<string> = new Set()) =>
  traceTree(calls, folded, start).rows.map((row) => `${"  ".repeat(row.depth)}${row.id}`);

describe("the tree of a trace", () => {
  it("has siblings in the order of their starts, whatever order they came in", () => {
    expect(drawn([call("c", "a", 30), call("b", "a", 10), call("d", "b", 15), call("a", null, 0)])).toEqual([
      "a",
      "  b",
      "    d",
      "  c",
    ]);
  });

  it("tells starts within one millisecond apart, where clients wrote them finer", () => {
    const at = (id: string, started_at: string) => ({ ...call(id, "a", 1), started_at });
    const calls = [at("c", "2026-11-20T14:30:00.0015Z"), at("b", "2026-11-20T14:30:00.001250Z"), call("a", null, 0)];
    expect(drawn(calls)).toEqual(["a", "  b", "  c"]);
  });

  it("keeps calls whose parent is missing, and says so", () => {
    const { rows } = traceTree([call("a", "gone", 0), call("b", "a", 5)], new Set(), start);
    expect(rows.map((row) => [row.id, row.isOrphan])).toEqual([
      ["a", true],
      ["b", false],
    ]);
  });

  it("loses nothing when parents form a ring", () => {
    expect(
      drawn([call("a", "b", 0), call("b", "a", 1), call("c", "c", 2)])
        .map((line) => line.trim())
        .sort(),
    ).toEqual(["a", "b", "c"]);
  });

  it("bubbles errors up and counts what is folded away", () => {
    const calls = [call("a", null, 0), call("b", "a", 1), call("c", "b", 2, 5, "boom"), call("d", "a", 9)];
    const { rows, errorCount } = traceTree(calls, new Set(["b"]), start);
    expect(rows.map((row) => [row.id, row.hasErrorInside, row.descendantCount, row.isFolded])).toEqual([
      ["a", true, 3, false],
      ["b", true, 1, true],
      ["d", false, 0, false],
    ]);
    expect(errorCount).toBe(1);
  });

  it("spans from the first start to the last end", () => {
    expect(traceTree([call("a", null, 50, 10), call("b", "a", 0, 500)], new Set(), start).durationMs).toBe(500);
    expect(traceTree([], new Set(), start)).toMatchObject({ rows: [], durationMs: 0 });
  });

  it("is built for a chain of ten thousand calls", () => {
    const calls = Array.from({ length: 10_000 }, (_, index) =>
      call(`${index}`, index === 0 ? null : `${index - 1}`, index),
    );
    expect(traceTree(calls, new Set(["50"]), start).rows).toHaveLength(51);
  });

  it("dyes the path from a call to its root", () => {
    const { rows } = traceTree([call("a", null, 0), call("b", "a", 1), call("c", "a", 2)], new Set(), start);
    expect([...pathToRoot(rows, "c")]).toEqual(["c", "a"]);
  });
});
