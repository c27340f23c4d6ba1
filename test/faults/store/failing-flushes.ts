import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("failing-flushes.c", import.meta.url));

/** A disk that reports errors when a program flushes what it wrote: a library that is loaded before the program. */
export class FailingFlushes {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
    this.none();
  }

  /** Returns null where the library cannot be compiled. */
  static create(): FailingFlushes | null {
    if (process.platform !== "linux") return null;
    const folder = mkdtempSync(join(tmpdir(), "heddle-flushes-"));
    const made = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", join(folder, "library.so"), SOURCE, "-ldl"]);
    if (made.status === 0) return new FailingFlushes(folder);
    rmSync(folder, { recursive: true });
    return null;
  }

  /** The environment variables of a program whose flushes may fail. */
  get variables(): Readonly<Record<string, string>> {
    return { LD_PRELOAD: join(this.#folder, "library.so"), FAILING_FLUSHES: this.#control };
  }

  get #control(): string {
    return join(this.#folder, "control");
  }

  /** From now on flushes of files fail whose path contains this text. */
  of(part: string): void {
    writeFileSync(this.#control, part);
  }

  /** From now on no flush fails. */
  none(): void {
    writeFileSync(this.#control, "");
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Why tests with failing flushes are skipped here; null where they can run. */
export function absenceOfFailingFlushes(): string | null {
  const flushes = FailingFlushes.create();
  flushes?.remove();
  return flushes === null ? "flushes cannot be made to fail here: it takes Linux and a C compiler" : null;
}
