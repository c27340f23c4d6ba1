import { describe, expect, it } from "vitest";
import { cellText, columnKind, sortedRows, valueText } from "./column-kinds";
import { exportedText } from "./export-result";
import { chartColumns, prepareChart } from "./prepare-chart";
import type { SqlResult } from "./use-sql-run";

const resultOf = (columns: Readonly<Record<string, string>>, rows: unknown[][]): SqlResult => ({
  columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
  rows,
  is_cut: false,
  elapsed_ms: 1,
  rows_read: 1,
  bytes_read: 1,
  limits: { seconds: 10, rows: 10_000, memory_mb: 512 },
});

describe("a column of a result", () => {
  it.each([
    ["Nullable(Float64)", "number"],
    ["UInt64", "number"],
    ["Decimal(18, 2)", "number"],
    ["DateTime64(6, 'UTC')", "time"],
    ["Nullable(Date)", "time"],
    ["LowCardinality(Nullable(String))", "text"],
    ["Array(UInt8)", "text"],
  ])("of type %s is drawn as %s", (type, kind) => {
    expect(columnKind(type)).toBe(kind);
  });

  it("sorts numbers by size, texts by letters, and missing values last in both directions", () => {
    const rows = [[10], [null], [9], ["18446744073709551615"]];
    expect(sortedRows(rows, 0, "number", "asc").flat()).toEqual([9, 10, "18446744073709551615", null]);
    expect(sortedRows(rows, 0, "number", "desc").flat()).toEqual(["18446744073709551615", 10, 9, null]);
    expect(sortedRows([["b"], ["a"]], 0, "text", "asc").flat()).toEqual(["a", "b"]);
  });

  it("tells a missing value from an empty text and from zero", () => {
    expect([valueText(null), valueText(""), valueText(0), valueText([1, "a"])]).toEqual([null, "", "0", '[1,"a"]']);
    expect([cellText(12_345.5), cellText("12345"), cellText(null)]).toEqual(["12,345.5", "12345", null]);
  });
});

describe("the chart of a result", () => {
  it("draws numbers over times as a line in the order of time, with gaps for missing values", () => {
    const result = resultOf({ op: "String", hour: "DateTime('UTC')", n: "UInt64" }, [
      ["a", "2026-11-20 11:00:00", 2],
      ["a", "2026-11-20 10:00:00", null],
    ]);
    expect(chartColumns(result)).toEqual({ labels: [1, 0], values: [2] });
    expect(prepareChart(result, 1, 2)).toEqual({
      kind: "line",
      points: [
        { timeMs: Date.parse("2026-11-20T10:00:00Z"), value: null },
        { timeMs: Date.parse("2026-11-20T11:00:00Z"), value: 2 },
      ],
    });
  });

  it("draws numbers by name as bars of the largest, and says how many more rows there are", () => {
    const rows = Array.from({ length: 40 }, (_, index) => [`op ${index}`, index - 2]);
    const chart = prepareChart(resultOf({ op: "String", n: "Int64" }, rows), 0, 1);
    expect(chart).toMatchObject({ kind: "bars", hiddenCount: 10 });
    expect(chart.kind === "bars" && chart.bars[0]).toEqual({ label: "op 0", value: -2, share: 2 / 37 });
  });

  it("is none without a column of numbers", () => {
    const result = resultOf({ op: "String" }, [["a"]]);
    expect(chartColumns(result).values).toEqual([]);
    expect(prepareChart(result, 0, -1).kind).toBe("none");
  });
});

it("exports all rows as CSV that no spreadsheet runs, and as JSON with the types of the values", () => {
  const result = resultOf({ op: "String", n: "UInt64", list: "Array(UInt8)" }, [
    ["=1+1", 2, [1]],
    [null, null, []],
  ]);
  expect(exportedText(result, "csv")).toBe("\ufeffop,n,list\r\n'=1+1,2,[1]\r\n,,[]\r\n");
  expect(exportedText(result, "jsonl")).toBe('{"op":"=1+1","n":2,"list":[1]}\n{"op":null,"n":null,"list":[]}\n');
});
