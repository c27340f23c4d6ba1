import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectFolder } from "../../prepare/project.mjs";
import { readPlaywrightReport, readVitestReport, sumCounts } from "./runner-reports";

describe("runner reports", () => {
  it("counts vitest's tests, and a file that could not run as a failure", () => {
    const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, success: false };
    expect(readVitestReport(JSON.stringify({ ...report, testResults: [] }))).toMatchObject({
      passed: 5,
      failed: 1,
      skipped: 3,
      failures: ["vitest reports an error outside of the tests"],
    });
    const crashed = { name: join(projectFolder, "lib/a.test.ts"), status: "failed", message: "No such module" };
    const testResults = [{ ...crashed, assertionResults: [] }];
    expect(readVitestReport(JSON.stringify({ ...report, numFailedTests: 0, testResults }))).toEqual({
      passed: 5,
      failed: 1,
      skipped: 3,
      failures: ["lib/a.test.ts › the file could not run\n    No such module"],
      unsteady: [],
    });
  });

  it("names the failed tests of vitest with their errors", () => {
    const test = {
      fullName: "adds numbers",
      status: "failed",
      failureMessages: ["\u001b[31mexpected 3\u001b[39m\n  at a"],
    };
    const passed = { fullName: "subtracts", status: "passed", failureMessages: [] };
    const file = { name: join(projectFolder, "lib/a.test.ts"), status: "failed", assertionResults: [passed, test] };
    const numbers = { numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0, success: false };
    expect(readVitestReport(JSON.stringify({ ...numbers, testResults: [file] })).failures).toEqual([
      "lib/a.test.ts › adds numbers\n    expected 3\n      at a",
    ]);
  });

  it("names a test of vitest that passed on the second attempt only", () => {
    const test = { fullName: "adds numbers", status: "passed", failureMessages: ["expected 3"] };
    const steady = { fullName: "subtracts", status: "passed", failureMessages: [] };
    const file = { name: join(projectFolder, "lib/a.test.ts"), status: "passed", assertionResults: [steady, test] };
    const numbers = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, success: true };
    expect(readVitestReport(JSON.stringify({ ...numbers, testResults: [file] }))).toEqual({
      passed: 2,
      failed: 0,
      skipped: 0,
      failures: [],
      unsteady: ["lib/a.test.ts › adds numbers\n    expected 3"],
    });
  });

  it("names an end-to-end test that passed on the second attempt only", () => {
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 0 };
    const failing = {
      title: "opens a call",
      file: "traces/peek.spec.ts",
      line: 12,
      tests: [{ status: "unexpected", results: [{ error: { message: "Timed out" } }] }],
    };
    const flaky = {
      ...failing,
      title: "closes it",
      line: 30,
      tests: [{ status: "flaky", results: [{ error: { message: "Closed" } }, {}] }],
    };
    const suites = [{ suites: [{ specs: [failing] }], specs: [flaky] }];
    expect(readPlaywrightReport(JSON.stringify({ stats, suites }))).toEqual({
      passed: 8,
      failed: 1,
      skipped: 0,
      failures: ["e2e/traces/peek.spec.ts:12 › opens a call\n    Timed out"],
      unsteady: ["e2e/traces/peek.spec.ts:30 › closes it\n    Closed"],
    });
  });

  it("adds up the counts of all runners", () => {
    expect(
      sumCounts([
        { passed: 1, failed: 0, skipped: 2, failures: [], unsteady: [] },
        { passed: 3, failed: 1, skipped: 0, failures: ["one"], unsteady: ["two"] },
      ]),
    ).toEqual({ passed: 4, failed: 1, skipped: 2, failures: ["one"], unsteady: ["two"] });
  });
});
