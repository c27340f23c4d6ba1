import { errorMessage } from "@/lib/failure/error-message";
import { pageBudgetsCheck } from "@/scripts/checks/budgets/page-budgets";
import { packageFilesCheck } from "@/scripts/checks/package/package-files";
import { browserBundleCheck } from "@/scripts/checks/runners/browser-bundle";
import { findChromium, versionOf } from "@/scripts/checks/runners/chromium";
import { type Counts, runPlaywright, runVitest, sumCounts } from "@/scripts/checks/runners/runner-reports";
import { buildDashboard, buildPrograms } from "../prepare/build.mjs";
import { writeSbom } from "../prepare/sbom.mjs";
import { projectChecks, runChecks } from "./project-checks";

/** A runner that could not start counts as one failure; the reason is printed. */
async function counted(run: () => Promise<Counts>): Promise<Counts> {
  try {
    return await run();
  } catch (error) {
    const message = errorMessage(error);
    console.error(message);
    return { passed: 0, failed: 1, skipped: 0, failures: [message], unsteady: [] };
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

const results = [await counted(() => runChecks(projectChecks))];
const built = await counted(async () => {
  await buildPrograms();
  await buildDashboard();
  writeSbom("build/sbom.cdx.json");
  return { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };
});
results.push(built);
results.push(await counted(() => runVitest()));
if (built.failed === 0) {
  results.push(await counted(() => runChecks([browserBundleCheck, pageBudgetsCheck, packageFilesCheck])));
  results.push(await counted(endToEnd));
}

const { passed, failed, skipped, failures, unsteady } = sumCounts(results);
process.exitCode = failed > 0 ? 1 : 0;
// The failures are repeated at the end: the output above is long, and a log may be truncated.
if (unsteady.length > 0) console.log(`\nPassed on the second attempt only:\n\n${unsteady.join("\n\n")}`);
if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join("\n\n")}`);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
