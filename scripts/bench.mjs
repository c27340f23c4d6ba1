import { begin } from "./prepare/begin.mjs";
import { buildPrograms } from "./prepare/build.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { runTypeScript } from "./prepare/run.mjs";

await begin(async () => {
  await installDependencies();
  await buildPrograms();
  process.exitCode = await runTypeScript("bench/run/main.ts", process.argv.slice(2));
});
