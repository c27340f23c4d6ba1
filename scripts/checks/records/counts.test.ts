import { describe, expect, it } from "vitest";
import { commandOf, countRecord, NO_COUNTS, oneFailure, sumCounts } from "./counts";
import type { TestRecord } from "./test-record";

const test = (given: Partial<TestRecord>): TestRecord => ({
  kind: "test",
  file: "lib/a.test.ts",
  title: ["sums", "add numbers"],
  variant: "together",
  status: "passed",
  attempts: 1,
  durationMs: 1,
  ...given,
});

describe("counts", () => {
  it("say of a failed test what it guarantees, what was expected and found, and how to run it alone", () => {
    const error = { message: "expected 3 to be 4", expected: "4", actual: "3", place: "lib/a.test.ts:9:20" };
    const { failed, failures } = countRecord(
      "vitest",
      {
        tests: [test({}), test({ title: ["adds $1 (or 2)"], status: "failed", error })],
        files: [],
        processorMs: new Map(),
        errors: [],
      },
      1,
    );
    expect(failed).toBe(1);
    expect(failures).toEqual([
      [
        "lib/a.test.ts › adds $1 (or 2)",
        "    expected 3 to be 4",
        "    expected: 4",
        "    actual:   3",
        "    at lib/a.test.ts:9:20",
        String.raw`    alone: npx vitest run 'lib/a.test.ts' -t "adds \\\$1 \\(or 2\\)"`,
      ].join("\n"),
    ]);
  });

  it("name the command of a browser test, and of a test on PostgreSQL", () => {
    expect(commandOf(test({ file: "e2e/a.spec.ts", title: ["opens a call"] }))).toBe(
      'npx playwright test e2e/a.spec.ts -g "opens a call"',
    );
    expect(commandOf(test({ variant: "alone, on PostgreSQL" }))).toBe(
      `npx vitest run 'lib/a.test.ts' --project '*PostgreSQL' -t "sums add numbers"`,
    );
  });

  it("count a runner that died as one more failure, beside what it had recorded", () => {
    const counts = countRecord("vitest", { tests: [test({})], files: [], processorMs: new Map(), errors: null }, 137);
    expect(counts).toMatchObject({ passed: 1, failed: 1 });
    expect(counts.failures).toEqual([
      "vitest ended with code 137 before its last test; its output is in build/reports/vitest.log",
    ]);
  });

  it("count errors outside of tests, and an exit code without a failed test", () => {
    const record = { tests: [test({})], files: [], processorMs: new Map(), errors: ["Worker exited"] };
    expect(countRecord("vitest", record, 1).failures).toEqual(["vitest, outside of a test:\n    Worker exited"]);
    expect(countRecord("vitest", { ...record, errors: [] }, 1)).toMatchObject({ failed: 1 });
    expect(countRecord("vitest", { ...record, errors: [] }, 0)).toMatchObject({ failed: 0, passed: 1 });
  });

  it("list skipped tests with their reason, and passed ones that needed a second attempt", () => {
    const skipped = test({ status: "skipped", reason: "helm is not installed" });
    const unsteady = test({ title: ["subtracts"], attempts: 2 });
    const counts = countRecord(
      "vitest",
      { tests: [skipped, unsteady], files: [], processorMs: new Map(), errors: [] },
      0,
    );
    expect(counts).toMatchObject({ passed: 1, failed: 0, skipped: 1, unsteady: [unsteady] });
    expect(counts.skips).toEqual(["lib/a.test.ts › sums › add numbers: helm is not installed"]);
  });

  it("are summed over all runners", () => {
    const sum = sumCounts([{ ...NO_COUNTS, passed: 2 }, oneFailure("types"), { ...NO_COUNTS, passed: 1, skipped: 1 }]);
    expect(sum).toMatchObject({ passed: 3, failed: 1, skipped: 1, failures: ["types"] });
  });
});
