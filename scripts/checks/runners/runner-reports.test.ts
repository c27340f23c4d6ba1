import { describe, expect, it } from "vitest";
import { readPlaywrightReport, readVitestReport, sumCounts } from "./runner-reports";

describe("runner reports", () => {
  it("counts vitest's tests, and a file that could not run as a failure", () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, success: false };
    expect(readVitestReport(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 });
    const crashed = { ...report, numFailedTests: 0 };
    expect(readVitestReport(JSON.stringify(crashed))).toEqual({ passed: 5, failed: 1, skipped: 3 });
  });

  it("counts a flaky end-to-end test as failed", () => {
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 0 };
    expect(readPlaywrightReport(JSON.stringify({ stats }))).toEqual({ passed: 7, failed: 2, skipped: 0 });
  });

  it("adds up the counts of all runners", () => {
    expect(
      sumCounts([
        { passed: 1, failed: 0, skipped: 2 },
        { passed: 3, failed: 1, skipped: 0 },
      ]),
    ).toEqual({
      passed: 4,
      failed: 1,
      skipped: 2,
    });
  });
});
