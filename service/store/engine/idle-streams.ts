/** A stream that waits for its reader to take more. */
interface IdleStream {
  readonly sinceMs: number;
  readonly end: () => void;
}

/**
 * The streams whose readers do not read at the moment. The engine runs few streams at once, so a reader that sleeps (a
 * notebook that was stopped in a loop, a machine that was closed) may keep its place only while nobody needs it.
 */
export class IdleStreams {
  readonly #patienceMs: number;
  /** The longest held first. */
  readonly #held = new Set<IdleStream>();

  /** @param patienceMs a stream is not ended before it was held for so long */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Notes that a stream waits for its reader, until the returned function is called. `end` gives its place free. */
  hold(end: () => void): () => void {
    const held = { sinceMs: performance.now(), end };
    this.#held.add(held);
    return () => void this.#held.delete(held);
  }

  /** Waits for a place; meanwhile, places of readers that sleep are given free one by one. */
  async whileStopping<Place>(place: () => Promise<Place>): Promise<Place> {
    this.#endLongestIdle();
    const timer = setInterval(() => this.#endLongestIdle(), Math.max(10, this.#patienceMs / 30));
    try {
      return await place();
    } finally {
      clearInterval(timer);
    }
  }

  #endLongestIdle(): void {
    const [longest] = this.#held;
    if (!longest || performance.now() - longest.sinceMs < this.#patienceMs) return;
    this.#held.delete(longest);
    longest.end();
  }
}
