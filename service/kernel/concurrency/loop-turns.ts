/** How long a piece of long work keeps everything else waiting, in milliseconds. */
const MAX_SLICE_MS = 8;

/**
 * Turns of the event loop for long work: in each, one piece of one request runs, and whatever arrived meanwhile runs
 * before the next. Owners take turns, however many requests each has.
 */
export class LoopTurns {
  /** The owner whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isScheduled = false;

  /** Resolves in a later turn of the event loop. What runs until the next `await` is the piece. */
  take(owner: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(owner);
      if (waiting) waiting.push(resolve);
      else this.#waiting.set(owner, [resolve]);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#beginNext();
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (next === undefined) return;
    const [owner, waiting] = next;
    const begin = waiting.shift();
    this.#waiting.delete(owner);
    if (waiting.length > 0) this.#waiting.set(owner, waiting);
    begin?.();
  }
}

/** Of this process, which has one event loop. */
const LOOP_TURNS = new LoopTurns();

/** Divides the work of one request into pieces. */
export class Slices {
  readonly #owner: string;
  readonly #turns: LoopTurns;
  #sinceMs = performance.now();

  constructor(owner: string, turns = LOOP_TURNS) {
    this.#owner = owner;
    this.#turns = turns;
  }

  /** True when the current piece has taken so long that {@link next} should be awaited. */
  get isOver(): boolean {
    return performance.now() - this.#sinceMs >= MAX_SLICE_MS;
  }

  /** Begins another piece. */
  async next(): Promise<void> {
    await this.#turns.take(this.#owner);
    this.#sinceMs = performance.now();
  }
}
