import { setImmediate } from "node:timers/promises";

/** How long one piece of work may keep everything else waiting, in milliseconds. */
const LONGEST_MS = 20;

/** Lets other requests run during long work: await `breathe` now and then. */
export class Breather {
  #since = performance.now();

  async breathe(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
