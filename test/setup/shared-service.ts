import { readFileSync } from "node:fs";
import { beforeAll, expect } from "vitest";

declare global {
  /** The service that test files of this process share (`sharedTestService`), while it is open. */
  var sharedService: { readonly close: () => Promise<void> } | undefined;
}

/** Text in a test file that uses it. */
const USES_SHARED_SERVICE = /\bsharedTestService\(\)/;

/** A process has one engine, so that the shared service closes before a file that may open another. */
beforeAll(async () => {
  const { testPath } = expect.getState();
  if (testPath !== undefined && USES_SHARED_SERVICE.test(readFileSync(testPath, "utf8"))) return;
  await globalThis.sharedService?.close();
  globalThis.sharedService = undefined;
});
