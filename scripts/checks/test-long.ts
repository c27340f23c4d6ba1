import { findChromium } from "@/scripts/checks/runners/chromium";
import { runPlaywright } from "@/scripts/checks/runners/runner-reports";
import { buildDashboard, buildPrograms } from "../prepare/build.mjs";
import { run } from "../prepare/run.mjs";

/** Runs the suites with large numbers, then the browser tests that `npm test` leaves out. With arguments, only suites. */
const filters = process.argv.slice(2);
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/long/long.config.ts", ...filters];
process.exitCode = await run(process.execPath, vitest);
if (filters.length === 0) {
  await buildPrograms();
  await buildDashboard();
  const { failed } = await runPlaywright(await findChromium(), "long");
  if (failed > 0) process.exitCode = 1;
}
