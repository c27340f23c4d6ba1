import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const NO_SOURCES = /^(?:\.|node_modules$|build$)/;

const tier = process.env.HEDDLE_TEST_TIER;

/** `npm test`: every guarantee once. What belongs to `npm run test:all` alone is left out. */
const isOnce = tier === "once";

/** Text in a file that only `npm run test:all` runs. */
const IS_OF_ALL = /^(?:\/\/|\/\*\*| \*) @module-tag all\b/m;

/** Tests may be in any folder; built and installed files are excluded. */
const testFiles = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_SOURCES.test(entry.name))
  .flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((file) => join(name, file)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file))
  .filter((file) => !isOnce || !IS_OF_ALL.test(readFileSync(join(root, file), "utf8")));

/** Text in a file that leaves changes in its process: a document, a replaced module, variable or global. */
const LEAVES_SOMETHING =
  /@vitest-environment|\bvi\.(?:mock|doMock|stubEnv|stubGlobal)\(|\bprocess\.env\.\w+ = |\bglobalThis\.\w+ = /;

/** Text in a file whose tests need a document. */
const NEEDS_PAGE = /@vitest-environment jsdom/;

/** The text that marks test files of the dashboard's database, which run on SQLite and on PostgreSQL. */
const USES_DATABASE = /\btemporary-database"|\bnew AppUnderTest\b|\bnew OauthScene\b/;

/** The same for the state of the service. */
const USES_STATE = /\btemporary-state"|\bTestTraining\.open\b|\bProvidedService\.create\b/;

/** Exceptions: they test services that the dashboard reads, clients and trainers, or use both databases already. */
const IS_ELSEWHERE = /\/relay-(?:absence|first-answers)\.|\/move-command\.|^test\/(?:clients|contract|trainer)\//;

/** Escapes the brackets and parentheses of routes, which are not patterns. */
const asPattern = (file: string) => file.replaceAll(/[()[\]]/g, "\\$&");

/** The test files that leave something in their process, or those that do not. */
const filesThat = (leaveSomething: boolean, { useDatabase = false, needPage = false } = {}) =>
  testFiles
    .filter((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const usesDatabase = USES_DATABASE.test(text) || USES_STATE.test(text);
      const isIncluded = !useDatabase || (usesDatabase && !IS_ELSEWHERE.test(file));
      return LEAVES_SOMETHING.test(text) === leaveSomething && NEEDS_PAGE.test(text) === needPage && isIncluded;
    })
    .map(asPattern);

/** Text in a file that uses the service which files of a process share (`test/setup/shared-service.ts`). */
const SHARES_SERVICE = /\bsharedTestService\(\)/;

/** Files that share a service follow one another in each project, so that a worker opens it once. Otherwise the usual order. */
class ServiceSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const sharing = new Set(sorted.filter(({ moduleId }) => SHARES_SERVICE.test(readFileSync(moduleId, "utf8"))));
    return [...new Set(sorted.map(({ project }) => project))].flatMap((project) => {
      const own = sorted.filter((file) => file.project === project);
      return [...own.filter((file) => sharing.has(file)), ...own.filter((file) => !sharing.has(file))];
    });
  }
}

/** The projects repeat them: a project's own list is added to a list for all, and each of both would run. */
const SETUP_FILES = [
  "test/setup/processor-time.ts",
  "test/setup/patience.ts",
  "test/setup/lean-diagnostics.ts",
  "test/setup/computed-styles.ts",
  "test/setup/forget-absent.ts",
  "test/setup/shared-service.ts",
];

/** What a file leaves is undone before the next one of its process. */
const UNDONE = {
  isolate: false,
  setupFiles: ["test/setup/undo-changes.ts", ...SETUP_FILES],
  sequence: { sequencer: ServiceSequencer, setupFiles: "list" as const },
};

/** Property tests leave nothing, so that all of them are among these. */
const TOGETHER = { include: filesThat(false), setupFiles: [...SETUP_FILES, "test/setup/property-seed.ts"] };

/** Of single files only on request: `npx vitest run FILE --project '*PostgreSQL'`. */
const isOnPostgres = tier === "all" || process.argv.some((argument) => argument.includes("PostgreSQL"));

/** The same tests again, on PostgreSQL; skipped where it is not installed. */
const onPostgres = [
  { name: "alone, on PostgreSQL", include: filesThat(true, { useDatabase: true }) },
  { name: "together, on PostgreSQL", include: filesThat(false, { useDatabase: true }), isolate: false },
].map((test) => ({
  extends: true as const,
  test: {
    ...test,
    provide: { database: "PostgreSQL" as const },
    setupFiles: [...SETUP_FILES, "test/setup/skip-without-postgres.ts"],
  },
}));

/**
 * Jobs of the tests run the built trainer, as in production, where the run has built it: starting it from its sources takes
 * four times as long.
 */
const builtTrainer = {
  name: "built-trainer",
  enforce: "pre" as const,
  transform: (code: string, id: string) =>
    tier !== undefined && id.endsWith("/training/runner/built-in-trainer.ts")
      ? code.replace("import.meta.url", JSON.stringify(pathToFileURL(join(root, "build/service.mjs")).href))
      : undefined,
};

export default defineConfig({
  plugins: [builtTrainer],
  resolve: { alias: { "@": root } },
  test: {
    // Two workers leave a third of two processors unused, since many tests wait for programs and disks.
    maxWorkers: 3,
    // Pages of tests make much garbage: a larger young generation, collected by one thread, takes a tenth off their time.
    execArgv: ["--max-semi-space-size=64", "--min-semi-space-size=32", "--single-threaded-gc"],
    // A machine with other work is slow, not broken.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: ServiceSequencer },
    // Starts nothing by itself.
    globalSetup: ["test/setup/postgres-door.ts", "test/setup/shared-folder.ts"],
    provide: { database: "SQLite", testLength: isOnce ? "once" : "all" },
    tags: [{ name: "all", description: "Only in `npm run test:all`." }],
    ...(isOnce ? { tagsFilter: ["!all"] } : {}),
    // `npm run coverage`: the code that decides, also where no test loads it. Components that only draw are covered by the
    // browser tests, which are not counted.
    coverage: {
      provider: "v8",
      include: ["lib/**/*.ts", "service/**/*.ts", "{app,components}/**/{prepare,use}-*.{ts,tsx}"],
      exclude: ["**/*.test.{ts,tsx}", "**/testing/**", "test/**"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "build/coverage",
      thresholds: {
        branches: 85,
        "lib/**/*.ts": { branches: 85 },
        "service/**/*.ts": { branches: 85 },
        "{app,components}/**/prepare-*.{ts,tsx}": { branches: 85 },
        // The named gaps of CONTRIBUTING.md are mostly hooks.
        "{app,components}/**/use-*.{ts,tsx}": { branches: 79 },
      },
    },
    projects: [
      { extends: true, test: { ...UNDONE, name: "with a page", include: filesThat(true, { needPage: true }) } },
      { extends: true, test: { ...UNDONE, name: "undone", include: filesThat(true) } },
      // Starting a process and loading the contract takes longer than most files' tests.
      { extends: true, test: { ...TOGETHER, name: "together", isolate: false } },
      ...(isOnPostgres ? onPostgres : []),
    ],
  },
});
