import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** The test that packs and installs Heddle, which takes minutes; `npm run test:package` alone runs it. */
export default defineConfig({
  root,
  resolve: { alias: { "@": root } },
  test: { include: ["test/package/*.suite.ts"], testTimeout: 300_000, hookTimeout: 1_800_000 },
});
