import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { FullResult, Reporter, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { addToRecord, recordFile, startRecord, type TestRecord } from "./test-record";

/** Writes each attempt to the record, as soon as it has ended. */
export default class PlaywrightReporter implements Reporter {
  private readonly file = process.env.HEDDLE_TEST_RECORD ?? recordFile("playwright");
  private readonly errors: string[] = [];

  onBegin(): void {
    startRecord(this.file);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    addToRecord(this.file, recordOf(test, result));
  }

  onError(error: TestError): void {
    this.errors.push(stripVTControlCharacters(error.stack ?? error.message ?? String(error.value)));
  }

  onEnd({ status }: FullResult): void {
    // A run that was stopped from outside has not come to its end.
    if (status !== "interrupted") addToRecord(this.file, { kind: "end", errors: this.errors });
  }

  printsToStdio(): boolean {
    return false;
  }
}

const STATUS = {
  passed: "passed",
  failed: "failed",
  timedOut: "failed",
  interrupted: "failed",
  skipped: "skipped",
} as const;

/** The part of an assertion's message behind "Expected: " or "Received: ". */
const partOf = (message: string, name: string): string | undefined =>
  new RegExp(`^${name}[^:\\n]*: +(.+)$`, "m").exec(message)?.[1];

function errorOf(error: TestError): NonNullable<TestRecord["error"]> {
  const message = stripVTControlCharacters(error.message ?? String(error.value));
  const [expected, actual] = [partOf(message, "Expected"), partOf(message, "Received")];
  const { location } = error;
  return {
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(actual === undefined ? {} : { actual }),
    ...(location ? { place: `${relative(process.cwd(), location.file)}:${location.line}:${location.column}` } : {}),
  };
}

/** The result of a test that its file meant to run, and that the end of its process kept from running. */
const DID_NOT_RUN = { status: "failed", error: { message: "It did not run: its process ended before it." } } as const;

export function recordOf(test: TestCase, result: TestResult): TestRecord {
  // The first two names are those of the run and of the file.
  const title = test.titlePath().slice(3);
  const reason = test.annotations.find(({ type }) => type === "skip")?.description;
  return {
    kind: "test",
    file: relative(process.cwd(), test.location.file),
    title,
    variant: "",
    status: result.status !== "skipped" && test.expectedStatus === result.status ? "passed" : STATUS[result.status],
    attempts: result.retry + 1,
    durationMs: result.duration,
    ...(reason ? { reason } : {}),
    ...(result.error ? { error: errorOf(result.error) } : {}),
    ...(result.status === "skipped" && test.expectedStatus !== "skipped" ? DID_NOT_RUN : {}),
  };
}
