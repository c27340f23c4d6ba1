import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const stored = z.object({ finished_at: z.iso.datetime() });

/** Says when everything in a data folder was last compared, so that restarts do not put the next time off. */
export class ScrubTime {
  readonly #file: string;

  constructor(dataFolder: string) {
    this.#file = join(dataFolder, "last-check.json");
  }

  /** Returns when the last check ended, in milliseconds; null when none has. */
  async read(): Promise<number | null> {
    try {
      return Date.parse(stored.parse(JSON.parse(await readFile(this.#file, "utf8"))).finished_at);
    } catch {
      // Without a time, or with half of one, a check is due.
      return null;
    }
  }

  async write(nowMs: number): Promise<void> {
    const partial = `${this.#file}.partial`;
    await writeFile(partial, JSON.stringify({ finished_at: new Date(nowMs).toISOString() }), { mode: 0o600 });
    await rename(partial, this.#file);
  }
}
