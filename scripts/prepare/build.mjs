import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { projectFolder, projectRoot } from "./project.mjs";
import { run } from "./run.mjs";
import { digestOfSources } from "./sources.mjs";
import { completeStandalone } from "./standalone.mjs";

const SHARED_SOURCES = ["lib", "package-lock.json", "tsconfig.json"];

/** The programs of a start, as one file each: TypeScript is bundled, and so are the packages of many files below. */
const PROGRAMS_OF_START = { service: "service/main.ts", launcher: "scripts/launcher/main.ts" };

/** A start needs these, and reading their files takes a quarter of its time. Most are installed, too. */
const BUNDLED = ["kysely", "zod", "ipaddr.js", "fastest-levenshtein"];

/** What some of the others need and what is not installed with Heddle. */
const NOT_INSTALLED = ["ipaddr.js"];

/** The other programs that run in plain Node, as one file each: TypeScript is bundled, packages are not. */
const PROGRAMS = {
  trainer: "trainers/built-in/main.ts",
  "leave-with-parent": "scripts/launcher/leave-with-parent.ts",
  "limit-connections": "scripts/launcher/limit-connections.ts",
  "guard-requests": "scripts/launcher/guard-requests.ts",
  "export-traces": "scripts/launcher/export-traces.ts",
  "heddle-mcp": "lib/api/server/mcp/program/stdio-main.ts",
  "agent-command": "lib/api/server/mcp/program/command-main.ts",
  heddle: "scripts/program/heddle.ts",
  "commands/admin": "scripts/commands/admin.ts",
  "commands/audit-costs": "scripts/commands/audit-costs.ts",
  "commands/mark": "scripts/commands/mark/mark.ts",
  "commands/backup": "scripts/commands/backup.ts",
  "commands/completion": "scripts/program/completion.ts",
  "commands/check-server": "scripts/commands/check-server.ts",
  "commands/eval": "scripts/gate/eval.ts",
  "commands/import": "scripts/commands/import.ts",
  "commands/import-run": "scripts/commands/import-run.ts",
  "commands/key": "scripts/commands/key.ts",
  "commands/move": "scripts/commands/move.ts",
  "commands/project-files": "scripts/commands/project-files.ts",
  "commands/run": "scripts/commands/run.ts",
  "commands/sign-in": "scripts/sign-in/sign-in.ts",
  "commands/skills": "scripts/skills/skills.ts",
  "commands/watch-sessions": "scripts/commands/watch-sessions.ts",
};

const PROGRAM_SOURCES = [...SHARED_SOURCES, "service", "trainers/built-in", "scripts"];
const PROGRAM_STAMP = "build/programs.sha256";

const DASHBOARD_SOURCES = [
  ...SHARED_SOURCES,
  "app",
  "components",
  "docs",
  "public",
  "proxy.ts",
  "next.config.js",
  "next.config.mjs",
  "next.config.ts",
  "postcss.config.mjs",
  "postcss.config.js",
];
const DASHBOARD_OUTPUT = ".next/BUILD_ID";
// Inside the build folder, so that deleting the build deletes its stamp.
const DASHBOARD_STAMP = ".next/sources.sha256";

/**
 * Node imports JSON only with an attribute that TypeScript and Vite do not require, so JSON data of packages is
 * bundled.
 */
const jsonOfPackages = {
  name: "json-of-packages",
  setup(build) {
    const { resolve } = createRequire(projectRoot);
    build.onResolve({ filter: /^[^./@][^:]*\.json$/ }, ({ path }) => ({ path: resolve(path) }));
  },
};

/** Packages are loaded from where they are installed, except these. */
const packagesExcept = (bundled) => ({
  name: "other-packages",
  setup(build) {
    build.onResolve({ filter: /^[^./@]|^@[^/]/ }, ({ path, kind }) => {
      const isBundled = kind === "entry-point" || bundled.some((name) => path === name || path.startsWith(`${name}/`));
      return isBundled ? undefined : { path, external: true };
    });
  },
});

/** Builds service and launcher when their sources changed since the last time. */
export async function buildPrograms() {
  await rebuild("the service and the launcher", PROGRAM_STAMP, PROGRAM_SOURCES, async () => {
    const { build } = await import("esbuild");
    const options = {
      absWorkingDir: projectFolder,
      outdir: "build",
      outExtension: { ".js": ".mjs" },
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20.18",
      sourcemap: "linked",
      // Stacks name files and lines of the sources without their text.
      sourcesContent: false,
      logLevel: "warning",
    };
    await build({ ...options, entryPoints: PROGRAMS_OF_START, plugins: [jsonOfPackages, packagesExcept(BUNDLED)] });
    await build({ ...options, entryPoints: PROGRAMS, plugins: [jsonOfPackages, packagesExcept(NOT_INSTALLED)] });
  });
}

/**
 * Builds the dashboard for production when its sources changed since the last time. The first build of a checkout, which
 * a user waits for, writes no cache for later ones.
 */
export async function buildDashboard() {
  await rebuild("the dashboard", DASHBOARD_STAMP, DASHBOARD_SOURCES, async () => {
    const isFirst = !existsSync(new URL(DASHBOARD_OUTPUT, projectRoot));
    const code = await run(process.execPath, ["node_modules/next/dist/bin/next", "build"], {
      env: { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1", ...(isFirst && { HEDDLE_BUILD_CACHE: "off" }) },
    });
    if (code !== 0) throw new Error(`The build of the dashboard exited with code ${code}; its messages are above.`);
    completeStandalone();
  });
}

async function rebuild(name, stamp, sources, build) {
  const file = new URL(stamp, projectRoot);
  const digest = digestOfSources(sources);
  if (existsSync(file) && readFileSync(file, "utf8") === digest) return;
  console.error(`Building ${name} …`);
  // An incomplete build must not look finished at the next start.
  rmSync(file, { force: true });
  await build();
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(file, digest);
}
