/** What a runner reports of one test. */
export interface TestReport {
  readonly title: string;
  readonly status: "passed" | "failed" | "skipped";
  /** Of a test that failed. */
  readonly message?: string;
}

/** Whether a test fails while its defense is missing, and what it says then. */
export interface Outcome {
  /** A test is skipped where this machine lacks what it needs. */
  readonly result: "found" | "NOT FOUND" | "skipped";
  readonly reason: string;
}

/** Says that a test ended for another reason than what it expects. The last is vitest's, of a test that takes too long. */
const OTHER_REASON =
  /^(?:\w*Error: )?(?:Test|Hook) timed out|^(?:TypeError|ReferenceError|SyntaxError)\b|Test timeout of|STACK_TRACE_ERROR/;

const MAX_REASON = 200;

const firstLineOf = (text: string): string => text.trim().split("\n", 1)[0]?.slice(0, MAX_REASON) ?? "";

/** Judges the tests of a run without the defense. One of a table of tests is enough. */
export function outcomeOf(reports: readonly TestReport[], problem = ""): Outcome {
  const failed = reports.flatMap(({ status, message }) => (status === "failed" ? [message ?? ""] : []));
  const own = failed.find((message) => !OTHER_REASON.test(message));
  if (own !== undefined) return { result: "found", reason: firstLineOf(own) };
  if (failed[0] !== undefined) return { result: "NOT FOUND", reason: `It failed otherwise: ${firstLineOf(failed[0])}` };
  if (problem !== "") return { result: "NOT FOUND", reason: `It did not run: ${firstLineOf(problem)}` };
  const hasRun = reports.some(({ status }) => status === "passed");
  return hasRun ? { result: "NOT FOUND", reason: "It passes." } : { result: "skipped", reason: "It is skipped here." };
}
