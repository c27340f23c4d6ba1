import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "");
const NO_SOURCES = /^(?:\.|node_modules$|build$)/;

/** Tests may be in any folder; built and installed files are excluded. */
const testFiles = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !NO_SOURCES.test(entry.name))
  .flatMap(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: "utf8" }).map((file) => join(name, file)),
  )
  .filter((file) => /\.test\.tsx?$/.test(file));

/** Text in a file that replaces modules for its tests. */
const REPLACES_MODULES = /\bvi\.(?:mock|doMock)\(/;

/** Text in a file whose tests need a document. */
const NEEDS_DOCUMENT = /@vitest-environment jsdom/;

/** The text that marks test files of the dashboard's database, which run on SQLite and on PostgreSQL. */
const USES_DATABASE = /\btemporary-database"|\bnew AppUnderTest\b|\bnew OauthScene\b/;

/** The same for the state of the service. */
const USES_STATE = /\btemporary-state"|\bTestTraining\.open\b|\bProvidedService\.create\b/;

/** Exceptions: they test services that the dashboard reads, clients and trainers, or use both databases already. */
const IS_ELSEWHERE = /\/relay-(?:absence|first-answers)\.|\/move-command\.|^test\/(?:clients|contract|trainer)\//;

/** Escapes the brackets and parentheses of routes, which are not patterns. */
const asPattern = (file: string) => file.replaceAll(/[()[\]]/g, "\\$&");

interface TestFile {
  readonly pattern: string;
  readonly replacesModules: boolean;
  readonly needsDocument: boolean;
  readonly usesDatabase: boolean;
}

const files: readonly TestFile[] = testFiles.map((file) => {
  const text = readFileSync(join(root, file), "utf8");
  return {
    pattern: asPattern(file),
    replacesModules: REPLACES_MODULES.test(text),
    needsDocument: NEEDS_DOCUMENT.test(text),
    usesDatabase: (USES_DATABASE.test(text) || USES_STATE.test(text)) && !IS_ELSEWHERE.test(file),
  };
});

const filesThat = (isIncluded: (file: TestFile) => boolean) => files.filter(isIncluded).map(({ pattern }) => pattern);

const SETUP_FILES = ["test/setup/patience.ts", "test/setup/forget-absent.ts", "test/setup/undo-changes.ts"];

/** Added to those for files that replace modules. */
const FRESH_MODULES = "test/setup/fresh-modules.ts";

/** The same tests again, on PostgreSQL; skipped where it is not installed. */
const onPostgres = [false, true].map((replaces) => ({
  extends: true as const,
  test: {
    name: replaces ? "replacing modules, on PostgreSQL" : "on PostgreSQL",
    include: filesThat(({ usesDatabase, replacesModules }) => usesDatabase && replacesModules === replaces),
    provide: { database: "PostgreSQL" as const },
    setupFiles: ["test/setup/skip-without-postgres.ts", ...(replaces ? [FRESH_MODULES] : [])],
  },
}));

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    maxWorkers: 2,
    // A machine with other work is slow, not broken.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    // Starts nothing by itself.
    globalSetup: ["test/setup/postgres-door.ts"],
    provide: { database: "SQLite", testLength: "quick" },
    setupFiles: SETUP_FILES,
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
    // Starting a process and loading packages takes longer than most files' tests: files share both, and the setup files
    // undo what a file changed.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "plain",
          include: filesThat(({ replacesModules, needsDocument }) => !replacesModules && !needsDocument),
        },
      },
      {
        extends: true,
        test: {
          name: "with a document",
          include: filesThat(({ replacesModules, needsDocument }) => !replacesModules && needsDocument),
        },
      },
      {
        extends: true,
        test: {
          name: "replacing modules",
          include: filesThat(({ replacesModules }) => replacesModules),
          setupFiles: [FRESH_MODULES],
        },
      },
      ...onPostgres,
    ],
  },
});
