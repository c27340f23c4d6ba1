import { type FileHandle, open } from "node:fs/promises";
import { vi } from "vitest";

/** The methods by which an open file is changed. */
const CHANGES = ["write", "writev", "truncate", "sync", "datasync"] as const;

type Change = (typeof CHANGES)[number];

/** What all open files of Node have in common, whose methods a test replaces; `vi.restoreAllMocks` brings them back. */
async function methodsOfFiles(): Promise<FileHandle> {
  const handle = await open(process.execPath, "r");
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

/** Replaces each method that changes a file, with access to the real one. */
async function replaceChanges(run: (change: Change, real: () => Promise<unknown>) => Promise<unknown>): Promise<void> {
  const files = await methodsOfFiles();
  for (const change of CHANGES) {
    const real = files[change] as (...args: unknown[]) => Promise<unknown>;
    const replaced = function (this: FileHandle, ...args: unknown[]) {
      return run(change, () => Reflect.apply(real, this, args));
    };
    vi.spyOn(files, change).mockImplementation(replaced as never);
  }
}

/** Calls a function before and after each change of an open file: a kill may come at any of these moments. */
export async function watchFileSteps(onMoment: () => void): Promise<void> {
  await replaceChanges(async (_change, real) => {
    onMoment();
    try {
      return await real();
    } finally {
      onMoment();
    }
  });
}

/** Lets changes of open files fail as on a disk with errors, while the function returns true for them. */
export async function failFileSteps(isBroken: (change: Change) => boolean): Promise<void> {
  await replaceChanges(async (change, real) => {
    if (!isBroken(change)) return await real();
    throw Object.assign(new Error(`EIO: i/o error, ${change}`), { code: "EIO", errno: -5, syscall: change });
  });
}
