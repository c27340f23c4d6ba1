import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The test that needs the Python environment of `npm run test:trainer`, which alone runs it. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    include: ["test/trainer/*.suite.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    provide: { database: "SQLite" },
  },
});
