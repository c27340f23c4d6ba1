import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The suites that grow in `npm run test:long`; `npm test` runs the same files with small numbers. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: {
    include: [
      "test/faults/{deployment,fuzz,load,store,upstreams}/*.test.ts",
      "test/faults/{dashboard-kill,kill}.test.ts",
      "app/**/live-hour.test.tsx",
      "lib/api/client/json-lines.test.ts",
      "lib/api/server/upstream/upstream-url.test.ts",
      "lib/filter/query-text.test.ts",
      "service/traces/operations/calls/calls-stats-rollups.test.ts",
      "service/traces/store/engine/record-log-faults.test.ts",
      "service/traces/store/expression/*.test.ts",
      "test/clients/parquet-readers.test.ts",
      "service/traces/otel/{convert-export,wire/convert-body}.test.ts",
    ],
    // One at a time: several measure memory and time.
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    globalSetup: ["test/setup/postgres-door.ts"],
    provide: { database: "SQLite", testLength: "long" },
    tags: [{ name: "all" }],
    setupFiles: ["test/setup/patience.ts", "test/setup/forget-absent.ts", "test/long/more-runs.ts"],
    reporters: ["default", "test/long/figures-reporter.ts"],
  },
});
