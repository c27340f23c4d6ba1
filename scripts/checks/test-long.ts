import { findChromium } from "@/scripts/checks/runners/chromium";
import { runPlaywright } from "@/scripts/checks/runners/test-runners";
import { buildDashboard, buildPrograms } from "../prepare/build.mjs";
import { run, runTypeScript } from "../prepare/run.mjs";

/**
 * Runs the suites with large numbers, the browser tests that `npm test` leaves out, and the tests of the scorecard without
 * what they defend. With arguments, only suites.
 */
const filters = process.argv.slice(2);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/long/long.config.ts", ...filters];
process.exitCode = await run(process.execPath, vitest);
if (filters.length === 0) {
  await buildPrograms();
  await buildDashboard();
  const { failed, failures } = await runPlaywright(await findChromium(), "long");
  for (const failure of failures) console.log(failure);
  if (failed > 0) process.exitCode = 1;
  if ((await runTypeScript("scripts/checks/mutations/run-mutations.ts", ["--all"])) > 0) process.exitCode = 1;
}
