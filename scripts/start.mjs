import { begin } from "./prepare/begin.mjs";
import { buildDashboard, buildPrograms } from "./prepare/build.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";

await begin(async () => {
  await installDependencies();
  await buildPrograms();
  await buildDashboard();
  const { launch } = await import("../build/launcher.mjs");
  await launch("production");
});
