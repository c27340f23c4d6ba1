import { expect, it } from "vitest";
import { sortedOps } from "./statistics-rows";
import type { OpStatistics } from "./trace-statistics";

const op = (name: string, totalMs: number | null): OpStatistics => ({
  op: name,
  kind: "op",
  count: 1,
  errorCount: 0,
  totalMs,
  selfMs: totalMs,
  p50Ms: null,
  p99Ms: null,
  criticalMs: 0,
  tokensIn: null,
  tokensOut: null,
  costUsd: null,
  firstRow: 0,
  slowestRow: 0,
});
const ops = [op("b", 2), op("none", null), op("a", 2), op("c", 9)];
const names = (field: string, direction: "asc" | "desc") => sortedOps(ops, { field, direction }).map((row) => row.op);

it("sorts by a value, equal ones by name, and unknown ones last in both directions", () => {
  expect(names("totalMs", "desc")).toEqual(["c", "a", "b", "none"]);
  expect(names("totalMs", "asc")).toEqual(["a", "b", "c", "none"]);
});

it("sorts by name, and by self time where the address names no column", () => {
  expect(names("op", "asc")).toEqual(["a", "b", "c", "none"]);
  expect(names("nonsense", "desc")).toEqual(["c", "a", "b", "none"]);
});
