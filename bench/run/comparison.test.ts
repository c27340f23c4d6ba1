import { expect, it } from "vitest";
import type { Result, ResultRow } from "@/bench/report/result";
import { comparisonText } from "./comparison";

const machine = { processor: "p", cores: 2, memoryGb: 8, system: "linux", node: "v20", loadBefore: 0, loadAfter: 0 };

function row(label: string, value: number, base?: number): ResultRow {
  const baseline = base === undefined ? null : { name: "bare", value: base };
  return { label, value, unit: "ms", baseline, ratio: base === undefined ? null : value / base };
}

function resultOf(rows: ResultRow[], size: Result["size"] = { calls: 10 }): Result {
  return { name: "n", size, measuredAt: "2026-11-20T10:00:00Z", commit: "abc", machine, rows, notes: [] };
}

it("relates each figure to the kept one, and to what the baseline became meanwhile", () => {
  const text = comparisonText(resultOf([row("read", 100, 50)]), resultOf([row("read", 50, 100)]));
  expect(text).toContain("| read | 100 ms | 50 ms | 0.5× | 0.25× |");
  expect(text).not.toContain("sizes differ");
});

it("leaves the relation to the baseline empty for figures without one", () => {
  const text = comparisonText(resultOf([row("memory", 200)]), resultOf([row("memory", 100)]));
  expect(text).toContain("| memory | 200 ms | 100 ms | 0.5× |  |");
});

it("names figures that only one of the two has, and another size", () => {
  const text = comparisonText(resultOf([row("old", 1)]), resultOf([row("new", 1)], { calls: 20 }));
  expect(text).toContain("No longer measured: old.");
  expect(text).toContain("Not in the kept result: new.");
  expect(text).toContain("The sizes differ: calls 10; now calls 20.");
});
