import { begin } from "./prepare/begin.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { run } from "./prepare/run.mjs";

await begin(async () => {
  await installDependencies();
  // What a killed process has run is not counted, and a start needs a build. The relay's tests run in this process.
  const uncounted = ["--exclude", "test/faults/*kill.test.ts", "--exclude", "test/faults/start.test.ts"];
  const args = ["node_modules/vitest/vitest.mjs", "run", "--coverage.enabled", ...uncounted];
  process.exitCode = await run(process.execPath, [...args, ...process.argv.slice(2)]);
});
