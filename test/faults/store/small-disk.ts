import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const isDone = (command: string, ...args: readonly string[]) => spawnSync(command, args).status === 0;

/** A small file system in memory, mounted on a folder of its own. */
export class SmallDisk {
  private constructor(readonly folder: string) {}

  /** Returns null where this user may not mount anything. */
  static mount(mebibytes: number): SmallDisk | null {
    const folder = mkdtempSync(join(tmpdir(), "heddle-disk-"));
    if (isDone("mount", "-t", "tmpfs", "-o", `size=${mebibytes}m`, "tmpfs", folder)) return new SmallDisk(folder);
    rmSync(folder, { recursive: true });
    return null;
  }

  /** From now on nothing can be written. */
  makeReadOnly(): void {
    if (!isDone("mount", "-o", "remount,ro", this.folder)) throw new Error(`${this.folder} stays writable.`);
  }

  unmount(): void {
    // Lazily: a process that just ended may still be leaving.
    isDone("umount", "--lazy", this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Why tests of disks are skipped here; null where they can run. */
export function absenceOfDisks(): string | null {
  const disk = SmallDisk.mount(1);
  disk?.unmount();
  return disk === null ? "no file system can be mounted here: it takes root on Linux" : null;
}
