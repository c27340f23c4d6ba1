import { join } from "node:path";
import type { TestCase, TestResult } from "@playwright/test/reporter";
import { describe, expect, it } from "vitest";
import { recordOf } from "./playwright-reporter";

/** The record of an attempt, of which only the given members matter. */
function recorded(test: Partial<TestCase>, result: Partial<TestResult>) {
  const file = join(process.cwd(), "e2e/a.spec.ts");
  const whole = { expectedStatus: "passed", annotations: [], location: { file, line: 1, column: 1 }, ...test };
  const titlePath = () => ["", "", "a.spec.ts", "a call", "opens"];
  return recordOf({ ...whole, titlePath } as unknown as TestCase, { retry: 0, duration: 5, ...result } as TestResult);
}

describe("the record of browser tests", () => {
  it("names the test, its attempt, and what was expected and found", () => {
    const message = "Error: \u001b[2mexpect(\u001b[22mreceived) failed\n\nExpected: 2\nReceived: 1\n";
    const error = { message, location: { file: join(process.cwd(), "e2e/a.spec.ts"), line: 9, column: 4 } };
    expect(recorded({}, { status: "failed", retry: 1, error })).toMatchObject({
      file: "e2e/a.spec.ts",
      title: ["a call", "opens"],
      status: "failed",
      attempts: 2,
      error: {
        message: expect.stringMatching(/^Error: expect\(received/),
        expected: "2",
        actual: "1",
        place: "e2e/a.spec.ts:9:4",
      },
    });
    expect(recorded({}, { status: "timedOut" }).status).toBe("failed");
    expect(recorded({}, { status: "passed" })).toMatchObject({ status: "passed", attempts: 1 });
  });

  it("says why a test was skipped", () => {
    const annotations = [{ type: "skip", description: "no such codec" }];
    expect(recorded({ expectedStatus: "skipped", annotations }, { status: "skipped" })).toMatchObject({
      status: "skipped",
      reason: "no such codec",
    });
  });

  it("counts a test as failed that did not run since its process ended", () => {
    expect(recorded({ expectedStatus: "passed" }, { status: "skipped" })).toMatchObject({
      status: "failed",
      error: { message: "It did not run: its process ended before it." },
    });
  });
});
