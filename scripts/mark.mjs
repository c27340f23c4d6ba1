import { begin } from "./prepare/begin.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { runTypeScript } from "./prepare/run.mjs";

await begin(async () => {
  await installDependencies();
  process.exitCode = await runTypeScript("scripts/commands/mark/mark.ts", process.argv.slice(2));
});
