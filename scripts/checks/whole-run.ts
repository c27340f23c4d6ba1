import { pageBudgetsCheck } from "@/scripts/checks/budgets/page-budgets";
import type { Check } from "@/scripts/checks/check/check";
import { packageFilesCheck } from "@/scripts/checks/package/package-files";
import { browserBundleCheck } from "@/scripts/checks/runners/browser-bundle";
import { findChromium, versionOf } from "@/scripts/checks/runners/chromium";
import { runPlaywright, runVitest, type Tier } from "@/scripts/checks/runners/test-runners";
import { type Stage, step } from "@/scripts/checks/schedule/schedule";
import { buildDashboard, buildPrograms } from "../prepare/build.mjs";
import { buildClient } from "../prepare/client.mjs";
import { writeLicenses } from "../prepare/licenses.mjs";
import { writeSbom } from "../prepare/sbom.mjs";
import { commandChecks, routeTypesCheck, runCheck, runSourceChecks, TYPES } from "./project-checks";

/** The names of the stages that write a record of tests. */
export const RUNNERS = ["vitest", "vitest on the dashboard", "playwright"] as const;

/** Tests that start the built dashboard; those that do not exist in this tier are left out by their tags. */
const DASHBOARD_TESTS = [
  "test/faults/start.test.ts",
  "test/faults/dashboard-kill.test.ts",
  "test/faults/load/half-open.test.ts",
  "test/faults/deployment/deployment.test.ts",
];

/** The short stages that all others wait for. */
const FIRST = ["programs", routeTypesCheck.name];

/** Stages without a recorded time. */
const UNKNOWN_MS = 20_000;

/** All stages of a whole run: checks, builds, tests. */
export function wholeRun(tier: Tier, recordedMs: Readonly<Record<string, number>>): readonly Stage[] {
  // Requested first: a missing browser is downloaded while the processor has other work.
  const browser = findChromium();
  browser.catch(() => undefined);

  const timed = (name: string) => ({ name, expectedMs: recordedMs[name] ?? UNKNOWN_MS });
  const check = (each: Check, needs: readonly string[] = []): Stage => ({
    ...timed(each.name),
    needs,
    workers: 1,
    run: () => runCheck(each),
  });
  const exceptDashboard = DASHBOARD_TESTS.flatMap((file) => ["--exclude", file]);
  return [
    step({ ...timed("programs"), needs: [], workers: 1 }, buildPrograms),
    step({ ...timed("dashboard"), needs: FIRST, workers: 2 }, async () => {
      await buildDashboard();
      await buildClient();
      writeSbom("build/sbom.cdx.json");
      writeLicenses("build/third-party-licenses.txt");
    }),
    check(routeTypesCheck),
    // They wait for seconds, so that what is followed by more starts before them.
    // A build removes the types of routes for a moment.
    ...commandChecks.map((each) => check(each, each.name === TYPES ? [...FIRST, "dashboard"] : FIRST)),
    { ...timed("checks of the sources"), needs: FIRST, workers: 1, run: runSourceChecks },
    ...[browserBundleCheck, pageBudgetsCheck, packageFilesCheck].map((each) => check(each, ["dashboard"])),
    // Some tests start the programs.
    { ...timed("vitest"), needs: ["programs"], workers: 2, run: () => runVitest(tier, exceptDashboard) },
    {
      ...timed("vitest on the dashboard"),
      needs: ["dashboard"],
      workers: 1,
      run: () => runVitest(tier, ["--maxWorkers=1", ...DASHBOARD_TESTS], "vitest on the dashboard"),
    },
    {
      ...timed("playwright"),
      needs: ["dashboard"],
      workers: 2,
      run: async () => {
        const chromium = await browser;
        console.log(`        End-to-end tests in ${versionOf(chromium)}`);
        return await runPlaywright(chromium, tier);
      },
    },
  ];
}
