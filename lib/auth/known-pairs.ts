import type { CreateLimiter, Limiter } from "./limiters";

/** Pairs of account and address with a successful sign-in, so that an attack on others does not lock them out. */
export interface KnownPairs {
  has(pair: string): Promise<boolean>;
  add(pair: string): Promise<void>;
}

const MAX_PAIRS_IN_MEMORY = 10_000;

/** Remembers the latest pairs of this process. */
export class KnownPairsInMemory implements KnownPairs {
  /** Ordered by the last sign-in. */
  readonly #pairs = new Set<string>();

  async has(pair: string): Promise<boolean> {
    return this.#pairs.has(pair);
  }

  async add(pair: string): Promise<void> {
    this.#pairs.delete(pair);
    this.#pairs.add(pair);
    const [oldest] = this.#pairs;
    if (this.#pairs.size > MAX_PAIRS_IN_MEMORY && oldest !== undefined) this.#pairs.delete(oldest);
  }
}

const WEEK_S = 7 * 24 * 60 * 60;

/** Remembers the pairs of all dashboards for a week. */
export class SharedKnownPairs implements KnownPairs {
  readonly #pairs: Limiter;

  constructor(createLimiter: CreateLimiter) {
    this.#pairs = createLimiter("sign-in known", { points: 1, duration: WEEK_S });
  }

  async has(pair: string): Promise<boolean> {
    return (await this.#pairs.get(pair)) !== null;
  }

  async add(pair: string): Promise<void> {
    await this.#pairs.set(pair, 1, WEEK_S);
  }
}
