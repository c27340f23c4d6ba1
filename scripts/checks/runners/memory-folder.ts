import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A file system in memory, where Linux has one. */
const MEMORY = "/dev/shm";

/** The data of all tests of a run fit into a fraction of this; containers often have 64 MB. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/**
 * Makes a folder for the temporary files of tests in memory, and removes it when this process ends: services of tests
 * write and delete thousands of small files. Undefined where memory has no room for it; the usual folder then serves.
 */
export function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return undefined;
  const folder = mkdtempSync(join(MEMORY, "heddle-tests-"));
  // PostgreSQL does not run as root: its files are in a folder of another user.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
