import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import { projectFolder } from "../../prepare/project.mjs";
import { run } from "../../prepare/run.mjs";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;

  /** One text per failure: the place and title of the test, then the first lines of its error. */
  readonly failures: readonly string[];

  /** The same of tests that passed on the second attempt only; they count as passed. */
  readonly unsteady: readonly string[];
}

export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (name: "passed" | "failed" | "skipped") => counts.reduce((total, count) => total + count[name], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    failures: counts.flatMap(({ failures }) => failures),
    unsteady: counts.flatMap(({ unsteady }) => unsteady),
  };
}

const MAX_ERROR_LINES = 12;

function failureText(place: string, title: string, error: string): string {
  const lines = stripVTControlCharacters(error).split("\n").slice(0, MAX_ERROR_LINES);
  return [`${place} › ${title}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

type VitestFile = z.infer<typeof vitestReport>["testResults"][number];

/** The tests of a file that ended with this status and had an error, in the last attempt or in the one before. */
function errorsOfFile({ name, assertionResults }: VitestFile, wanted: "failed" | "passed"): string[] {
  return assertionResults
    .filter(({ status, failureMessages }) => status === wanted && (wanted === "failed" || failureMessages?.length))
    .map(({ fullName, failureMessages }) =>
      failureText(relative(projectFolder, name), fullName, failureMessages?.join("\n") ?? ""),
    );
}

function failuresOfFile(file: VitestFile): string[] {
  if (file.status !== "failed") return [];
  const failures = errorsOfFile(file, "failed");
  if (failures.length > 0) return failures;
  return [failureText(relative(projectFolder, file.name), "the file could not run", file.message)];
}

const playwrightTest = z.object({
  status: z.string(),
  results: z.array(z.object({ error: z.object({ message: z.string().default("") }).optional() })),
});

const playwrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  line: z.number(),
  tests: z.array(playwrightTest),
});

const playwrightSuite = z.object({
  specs: z.array(playwrightSpec).default([]),
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(playwrightSuite).default([]),
});

type PlaywrightSuite = z.infer<typeof playwrightSuite>;

/** The first errors of the tests that ended with this status. */
function errorsOfSuite({ specs, suites }: PlaywrightSuite, wanted: "unexpected" | "flaky"): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ results }) => {
        const error = results.map((result) => result.error?.message ?? "").find((message) => message !== "");
        return failureText(`e2e/${file}:${line}`, title, error ?? "");
      }),
  );
  return [...own, ...suites.flatMap((suite) => errorsOfSuite(suite, wanted))];
}

/** A runner that failed without a failed test has crashed, or could not read one of its files: one failure. */
function withCrash(counts: Counts, code: number, runner: string): Counts {
  if (code === 0 || counts.failed > 0) return counts;
  return { ...counts, failed: 1, failures: [`${runner} ended with code ${code} although no test failed`] };
}

export function readVitestReport(text: string): Counts {
  const report = vitestReport.parse(JSON.parse(text));
  const failures = report.testResults.flatMap(failuresOfFile);
  if (!report.success && failures.length === 0) failures.push("vitest reports an error outside of the tests");
  const failed = report.success ? report.numFailedTests : Math.max(1, report.numFailedTests);
  const skipped = report.numPendingTests + report.numTodoTests;
  const unsteady = report.testResults.flatMap((file) => errorsOfFile(file, "passed"));
  return { passed: report.numPassedTests, failed, skipped, failures, unsteady };
}

export function readPlaywrightReport(text: string): Counts {
  const { stats, suites } = playwrightReport.parse(JSON.parse(text));
  const { expected, unexpected, flaky, skipped } = stats;
  return {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    failures: suites.flatMap((suite) => errorsOfSuite(suite, "unexpected")),
    unsteady: suites.flatMap((suite) => errorsOfSuite(suite, "flaky")),
  };
}

async function runAndCount(
  runner: string,
  args: readonly string[],
  env: Record<string, string>,
  read: (text: string) => Counts,
): Promise<Counts> {
  const report = reportFile(runner);
  mkdirSync("build/reports", { recursive: true });
  rmSync(report, { force: true });
  const code = await run(process.execPath, [...args], { env });
  if (!existsSync(report)) {
    const failures = [`${runner} ended with code ${code} and without a report`];
    return { passed: 0, failed: 1, skipped: 0, failures, unsteady: [] };
  }
  return withCrash(read(readFileSync(report, "utf8")), code, runner);
}

const reportFile = (runner: string): string => `build/reports/${runner}.json`;

/**
 * Runs vitest, shows its report, and counts the results. A test that fails runs once more: hundreds of them start servers
 * and processes on the cores that they share.
 */
export function runVitest(filters: readonly string[] = []): Promise<Counts> {
  const args = [
    "--retry=1",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${reportFile("vitest")}`,
    ...filters,
  ];
  return runAndCount("vitest", ["node_modules/vitest/vitest.mjs", "run", ...args], {}, readVitestReport);
}

/**
 * Runs the end-to-end tests in this browser, shows Playwright's report, and counts the results. "long" runs those with the
 * tag of `npm run test:long`, "quick" all others.
 */
export function runPlaywright(chromium: string, length: "quick" | "long" = "quick"): Promise<Counts> {
  const env = {
    HEDDLE_CHROMIUM: chromium,
    HEDDLE_TEST_LENGTH: length,
    PLAYWRIGHT_JSON_OUTPUT_NAME: reportFile("playwright"),
  };
  return runAndCount("playwright", ["node_modules/@playwright/test/cli.js", "test"], env, readPlaywrightReport);
}
