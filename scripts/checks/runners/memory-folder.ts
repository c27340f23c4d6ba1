import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

/** A file system in memory, where Linux has one. */
const MEMORY = "/dev/shm";

/** The data of all tests of a run fit into a fraction of this; containers often have 64 MB. */
const NEEDED_BYTES = 6 * 1024 ** 3;

/** The name of a folder: the process that made it, and six characters. */
const FOLDER = /^heddle-tests-(\d+)-\w{6}$/;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes the folders of runs that were killed: nothing else frees their memory. A disk that one left mounted stays. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const pid = FOLDER.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
    }
  }
}

/**
 * Makes a folder for the temporary files of tests in memory, and removes it when this process ends: services of tests
 * write and delete thousands of small files. Undefined where memory has no room for it; the usual folder then serves.
 */
export function memoryFolder(): string | undefined {
  if (!existsSync(MEMORY)) return undefined;
  removeLeftovers();
  const { bavail, bsize } = statfsSync(MEMORY);
  if (bavail * bsize < NEEDED_BYTES) return undefined;
  const folder = mkdtempSync(join(MEMORY, `heddle-tests-${process.pid}-`));
  // PostgreSQL does not run as root: its files are in a folder of another user.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}
