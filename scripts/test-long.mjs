import { begin } from "./prepare/begin.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { run } from "./prepare/run.mjs";

await begin(async () => {
  await installDependencies();
  const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "test/long/long.config.ts"];
  process.exitCode = await run(process.execPath, [...vitest, ...process.argv.slice(2)]);
});
