import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The ext4 call that stops a file system at once, and its flag "without writing out the journal". */
const CUT = `
  use Fcntl;
  sysopen(my $folder, $ARGV[0], O_RDONLY) or die "$!";
  my $flag = pack("L", 2);
  ioctl($folder, 0x8004587d, $flag) or die "$!";
`;

const attempt = (command: string, ...args: readonly string[]) => spawnSync(command, args, { encoding: "utf8" });

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stderr } = attempt(command, ...args);
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? stderr}`);
}

/**
 * A file system whose power can be cut: what was not sent to its device until then is gone, as in the memory of a machine
 * that loses its power. The device itself keeps all that it was sent, also what a real one still has in a cache of its own.
 */
export class CuttableDisk {
  readonly folder: string;
  readonly #image: string;

  private constructor(private readonly root: string) {
    this.folder = join(root, "disk");
    this.#image = join(root, "image");
  }

  /** Returns null where this user may not mount anything, or where the tools are missing. */
  static create(mebibytes: number): CuttableDisk | null {
    const disk = new CuttableDisk(mkdtempSync(join(tmpdir(), "heddle-power-")));
    try {
      mkdirSync(disk.folder);
      run("truncate", "--size", `${mebibytes}M`, disk.#image);
      run("mkfs.ext4", "-q", disk.#image);
      disk.mount();
      return disk;
    } catch {
      rmSync(disk.root, { recursive: true, force: true });
      return null;
    }
  }

  mount(): void {
    run("mount", "-o", "loop", this.#image, this.folder);
  }

  /** From now on nothing reaches the device, and every write fails. */
  cut(): void {
    run("perl", "-e", CUT, this.folder);
  }

  /** Once no process uses it. */
  unmount(): void {
    run("umount", this.folder);
  }

  remove(): void {
    // Lazily: a process that just ended may still be leaving.
    attempt("umount", "--lazy", this.folder);
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Why tests of power cuts are skipped here; null where they can run. */
export function absenceOfPowerCuts(): string | null {
  const disk = CuttableDisk.create(16);
  if (disk === null) return "no ext4 file system can be created and mounted here: it takes root on Linux";
  try {
    disk.cut();
    return null;
  } catch {
    return "the file system cannot be stopped here: it takes perl and root on Linux";
  } finally {
    disk.remove();
  }
}
