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

/** Text in a file that leaves changes in its process: a document, a replaced module, variable or global. */
const LEAVES_SOMETHING =
  /@vitest-environment|\bvi\.(?:mock|doMock|stubEnv|stubGlobal)\(|\bprocess\.env\.\w+ = |\bglobalThis\.\w+ = /;

/**
 * Test files that need, or do not need, a process of their own. The brackets and parentheses of routes are not a
 * pattern.
 */
const filesThat = (leaveSomething: boolean) =>
  testFiles
    .filter((file) => LEAVES_SOMETHING.test(readFileSync(join(root, file), "utf8")) === leaveSomething)
    .map((file) => file.replaceAll(/[()[\]]/g, "\\$&"));

export default defineConfig({
  resolve: { alias: { "@": root } },
  test: {
    maxWorkers: 2,
    // A machine with other work is slow, not broken.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 15_000 } },
    setupFiles: ["test/setup/patience.ts", "test/setup/forget-absent.ts"],
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
      { extends: true, test: { name: "alone", include: filesThat(true) } },
      // Starting a process and loading the contract takes longer than most files' tests.
      { extends: true, test: { name: "together", include: filesThat(false), isolate: false } },
    ],
  },
});
