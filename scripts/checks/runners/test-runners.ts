import { runLogged } from "@/scripts/checks/check/logged-command";
import { type Counts, countRecord } from "@/scripts/checks/records/counts";
import { readRecord, recordFile, startRecord } from "@/scripts/checks/records/test-record";
import { memoryFolder } from "./memory-folder";

/** Which tests run: every guarantee once, or all of them. */
export type Tier = "once" | "all";

async function runAndCount(
  runner: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Counts> {
  const record = recordFile(runner);
  startRecord(record);
  const folder = memoryFolder();
  // The build and the browser, which follows it, are what the whole run waits for.
  const code = await runLogged(
    runner,
    args,
    { ...(folder === undefined ? {} : { TMPDIR: folder }), ...env, HEDDLE_TEST_RECORD: record },
    { isPatient: runner === "vitest" },
  );
  return countRecord(runner, readRecord(record), code);
}

/**
 * Runs vitest and counts its results. A test that fails runs once more; the history of second attempts decides how often
 * it may.
 *
 * @param runner the name of its record and its log.
 */
export function runVitest(tier: Tier, filters: readonly string[] = [], runner = "vitest"): Promise<Counts> {
  const reporters = ["--reporter=default", "--reporter=./scripts/checks/records/vitest-reporter.ts"];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--retry=1", ...reporters, ...filters];
  return runAndCount(runner, args, { HEDDLE_TEST_TIER: tier });
}

/** Runs the browser tests in this browser, and counts their results. "long" runs those of `npm run test:long` alone. */
export function runPlaywright(chromium: string, tier: Tier | "long"): Promise<Counts> {
  const reporters = "--reporter=list,./scripts/checks/records/playwright-reporter.ts";
  return runAndCount("playwright", ["node_modules/@playwright/test/cli.js", "test", reporters], {
    HEDDLE_CHROMIUM: chromium,
    ...(tier === "long" ? { HEDDLE_TEST_LENGTH: "long" } : { HEDDLE_TEST_TIER: tier }),
  });
}
