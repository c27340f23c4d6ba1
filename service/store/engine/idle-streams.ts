/** A stream that waits for its reader to take more. */
interface IdleStream {
  readonly sinceMs: number;
  readonly end: () => void;
}

/**
 * The streams that their readers are currently not reading. The engine runs few streams at once, so an idle reader (an
 * interrupted notebook, a laptop that was closed) keeps its slot only until another reader needs it.
 */
export class IdleStreams {
  readonly #patienceMs: number;
  /** The longest held first. */
  readonly #held = new Set<IdleStream>();

  /** @param patienceMs minimum time a stream is held before it may be ended */
  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Records that a stream waits for its reader, until the returned function is called. `end` frees its slot. */
  hold(end: () => void): () => void {
    const held = { sinceMs: performance.now(), end };
    this.#held.add(held);
    return () => void this.#held.delete(held);
  }

  /**
   * Waits for a slot; meanwhile, frees the slots of idle readers one by one. A reader is idle if it was so at two looks in a row:
   * where this process itself got no time, its readers take more between the looks.
   */
  async whileStopping<Place>(place: () => Promise<Place>): Promise<Place> {
    let seen = this.#longestIdle();
    const look = () => {
      const longest = this.#longestIdle();
      if (longest !== null && longest === seen) this.#end(longest);
      seen = this.#longestIdle();
    };
    const timer = setInterval(look, Math.max(10, this.#patienceMs / 30));
    try {
      return await place();
    } finally {
      clearInterval(timer);
    }
  }

  #longestIdle(): IdleStream | null {
    const [longest] = this.#held;
    return longest !== undefined && performance.now() - longest.sinceMs >= this.#patienceMs ? longest : null;
  }

  #end(stream: IdleStream): void {
    this.#held.delete(stream);
    stream.end();
  }
}
