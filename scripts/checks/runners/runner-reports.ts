import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { z } from "zod";
import { run } from "../../prepare/run.mjs";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export function sumCounts(counts: readonly Counts[]): Counts {
  const sum = (name: keyof Counts) => counts.reduce((total, count) => total + count[name], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
});

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** A runner that failed without a failed test has crashed, or could not read one of its files: one failure. */
function withCrash(counts: Counts, code: number): Counts {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

export function readVitestReport(text: string): Counts {
  const report = vitestReport.parse(JSON.parse(text));
  const failed = report.success ? report.numFailedTests : Math.max(1, report.numFailedTests);
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests + report.numTodoTests };
}

export function readPlaywrightReport(text: string): Counts {
  const { expected, unexpected, flaky, skipped } = playwrightReport.parse(JSON.parse(text)).stats;
  // A test that passes only on a retry has not proved its guarantee.
  return { passed: expected, failed: unexpected + flaky, skipped };
}

async function runAndCount(
  report: string,
  args: readonly string[],
  env: Record<string, string>,
  read: (text: string) => Counts,
): Promise<Counts> {
  mkdirSync("build/reports", { recursive: true });
  rmSync(report, { force: true });
  const code = await run(process.execPath, [...args], { env });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  return withCrash(read(readFileSync(report, "utf8")), code);
}

/** Runs vitest, shows its report, and counts the results. */
export function runVitest(filters: readonly string[] = []): Promise<Counts> {
  const report = "build/reports/vitest.json";
  const args = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...filters];
  return runAndCount(report, ["node_modules/vitest/vitest.mjs", "run", ...args], {}, readVitestReport);
}

/** Runs the end-to-end tests in this browser, shows Playwright's report, and counts the results. */
export function runPlaywright(chromium: string): Promise<Counts> {
  const report = "build/reports/playwright.json";
  const env = { HEDDLE_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  return runAndCount(report, ["node_modules/@playwright/test/cli.js", "test"], env, readPlaywrightReport);
}
