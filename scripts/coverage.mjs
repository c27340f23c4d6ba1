import { begin } from "./prepare/begin.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { run } from "./prepare/run.mjs";

await begin(async () => {
  await installDependencies();
  const args = ["node_modules/vitest/vitest.mjs", "run", "--coverage.enabled", "--exclude", "test/faults/**"];
  process.exitCode = await run(process.execPath, [...args, ...process.argv.slice(2)]);
});
