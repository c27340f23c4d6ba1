import { begin } from "./prepare/begin.mjs";
import { buildDashboard, buildPrograms } from "./prepare/build.mjs";
import { buildClient } from "./prepare/client.mjs";
import { installDependencies } from "./prepare/dependencies.mjs";
import { writeLicenses } from "./prepare/licenses.mjs";
import { writeSbom } from "./prepare/sbom.mjs";

// npm runs this before `npm pack`: the package holds the production build, so that it starts without building.
await begin(async () => {
  await installDependencies();
  await buildPrograms();
  await buildDashboard();
  await buildClient();
  writeSbom("build/sbom.cdx.json");
  writeLicenses("build/third-party-licenses.txt");
});
