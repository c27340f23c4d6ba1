import { pauseFor } from "@/service/kernel/concurrency/pause-for";

/** A check rests as long as it worked, up to this time. */
const MAX_REST_MS = 60_000;

/** Leaves the disk and the processors to others at least half of the time. */
export class Pace {
  readonly #signal: AbortSignal;
  readonly #hurry = new AbortController();
  #workedSinceMs = performance.now();

  /** @param signal ends each rest */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Rests for as long as was worked since the last time. @throws AbortError when the signal is aborted */
  readonly rested = async (): Promise<void> => {
    const workedMs = performance.now() - this.#workedSinceMs;
    await pauseFor(Math.min(workedMs, MAX_REST_MS), AbortSignal.any([this.#signal, this.#hurry.signal]));
    this.#signal.throwIfAborted();
    this.#workedSinceMs = performance.now();
  };

  /** Ends all rests: someone waits for the check. */
  hurry(): void {
    this.#hurry.abort();
  }
}
