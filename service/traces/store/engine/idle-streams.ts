/** A stream that waits for its reader to take more. */
interface IdleStream {
  readonly sinceMs: number;
  readonly end: () => void;
}

/** A stream that its reader has not read for so long does no work in the engine, so that another may begin beside it. */
const REST_MS = 250;

const LOOK_MS = 100;

/**
 * The streams that their readers are currently not reading. The engine runs few streams at once, and one that rests does
 * not count. An idle reader (an interrupted notebook, a laptop that was closed) keeps its slot only until another reader
 * needs it and there is no other slot.
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

  /** How many streams rest. */
  get restingCount(): number {
    const beforeMs = performance.now() - REST_MS;
    return [...this.#held].filter(({ sinceMs }) => sinceMs <= beforeMs).length;
  }

  /**
   * Waits for a slot. Meanwhile, adds one where readers rest, and else frees the slots of idle readers one by one. A reader is
   * idle if it was so at two looks in a row: where this process itself got no time, its readers take more between the
   * looks.
   *
   * @param addPlace adds a slot, and returns whether it could
   */
  async whileStopping<Place>(place: () => Promise<Place>, addPlace: () => boolean): Promise<Place> {
    if (addPlace()) return await place();
    let seen = this.#longestIdle();
    const look = () => {
      if (addPlace()) return;
      const longest = this.#longestIdle();
      if (longest !== null && longest === seen) this.#end(longest);
      seen = this.#longestIdle();
    };
    const timer = setInterval(look, Math.min(LOOK_MS, Math.max(10, this.#patienceMs / 30)));
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
