import { describe, expect, it } from "vitest";
import { type ConnectionTestResult, testCounts, testReport, testRows } from "./prepare-connection-test";

const test: ConnectionTestResult = {
  testedAt: "2026-11-20T14:31:08Z",
  durationMs: 1900,
  operations: [
    { operation: "calls.streamQuery", support: "supported", status: 200, latencyMs: 33, note: "200" },
    { operation: "call.upsertBatch", support: "supported", status: 422, latencyMs: 38, note: "422 as expected" },
    { operation: "cost.query", support: "refused", status: 401, latencyMs: 12, note: "401" },
    { operation: "completions.create", support: "unknown", status: null, latencyMs: null, note: "not tried" },
    { operation: "tomorrow.thing", support: "missing", status: 404, latencyMs: 9, note: "404" },
  ],
};

describe("connection test", () => {
  it("lists the interface's operations first and keeps unknown ones", () => {
    expect(testRows(test).map((row) => row.id)).toEqual([
      "call.upsertBatch",
      "cost.query",
      "completions.create",
      "calls.streamQuery",
      "tomorrow.thing",
    ]);
  });

  it("counts by outcome, and the interface's operations separately", () => {
    expect(testCounts(testRows(test))).toEqual({ supported: 2, refused: 1, missing: 1, unknown: 1, core: "1 of 3" });
  });

  it("names the tested operations in its text report", () => {
    const report = testReport("prod", "https://traces.example", test);
    expect(report).toContain("refused    POST /cost/query  401  12 ms");
    expect(report.split("\n")).toHaveLength(8);
  });
});
