import { errorMessage } from "@/lib/failure/error-message";
import { pageBudgetsCheck } from "@/scripts/checks/budgets/page-budgets";
import { packageFilesCheck } from "@/scripts/checks/package/package-files";
import { browserBundleCheck } from "@/scripts/checks/runners/browser-bundle";
import { findChromium, versionOf } from "@/scripts/checks/runners/chromium";
import { type Counts, runPlaywright, runVitest, sumCounts } from "@/scripts/checks/runners/runner-reports";
import { buildDashboard, buildPrograms } from "../prepare/build.mjs";
import { projectChecks, runChecks } from "./project-checks";

const NOTHING_RAN: Counts = { passed: 0, failed: 1, skipped: 0 };

/** A runner that could not start counts as one failure; the reason is printed. */
async function counted(run: () => Promise<Counts>): Promise<Counts> {
  try {
    return await run();
  } catch (error) {
    console.error(errorMessage(error));
    return NOTHING_RAN;
  }
}

// Requested first: a missing browser is downloaded while the processor has other work.
const browser = findChromium();
browser.catch(() => undefined);

async function endToEnd(): Promise<Counts> {
  const chromium = await browser;
  console.log(`End-to-end tests in ${versionOf(chromium)}`);
  return await runPlaywright(chromium);
}

async function checked(checks: Parameters<typeof runChecks>[0]): Promise<Counts> {
  return { ...(await runChecks(checks)), skipped: 0 };
}

const results = [await counted(() => checked(projectChecks))];
const built = await counted(async () => {
  await buildPrograms();
  await buildDashboard();
  return { passed: 0, failed: 0, skipped: 0 };
});
results.push(built);
results.push(await counted(() => runVitest()));
if (built.failed === 0) {
  results.push(await counted(() => checked([browserBundleCheck, pageBudgetsCheck, packageFilesCheck])));
  results.push(await counted(endToEnd));
}

const { passed, failed, skipped } = sumCounts(results);
process.exitCode = failed > 0 ? 1 : 0;
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
