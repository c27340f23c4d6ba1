import { setImmediate } from "node:timers/promises";

/** How long one piece of work may block everything else, in milliseconds. */
const MAX_SLICE_MS = 20;

/** Lets other requests run during long work: await `yieldToEventLoop` regularly. */
export class EventLoopYielder {
  #since = performance.now();

  async yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.#since < MAX_SLICE_MS) return;
    await setImmediate();
    this.#since = performance.now();
  }
}
