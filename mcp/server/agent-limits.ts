import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

/** Requests of one key: an agent at work makes a few in a second, a loop many more. */
const REQUESTS_PER_KEY = { points: 240, duration: 60 } as const;

/** Requests of one key at the same time. */
const MAX_PARALLEL = 8;

/** Too many requests of one key; it may try again after this many seconds. */
export class AgentLimitError extends Error {
  override readonly name = "AgentLimit";

  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super(message);
  }
}

/** Limits what one key may ask of the dashboard, per minute and at a time. */
export class AgentLimits {
  readonly #perKey: RateLimiterMemory;
  readonly #running = new Map<string, number>();

  constructor(limit: { readonly points: number; readonly duration: number } = REQUESTS_PER_KEY) {
    this.#perKey = new RateLimiterMemory(limit);
  }

  /** Runs the work of a request. @throws AgentLimitError before it begins */
  async run<Result>(keyId: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(keyId) ?? 0;
    if (running >= MAX_PARALLEL) throw new AgentLimitError(`More than ${MAX_PARALLEL} requests at a time.`, 1);
    this.#running.set(keyId, running + 1);
    try {
      await this.#count(keyId);
      return await work();
    } finally {
      const left = (this.#running.get(keyId) ?? 1) - 1;
      if (left > 0) this.#running.set(keyId, left);
      else this.#running.delete(keyId);
    }
  }

  async #count(keyId: string): Promise<void> {
    try {
      await this.#perKey.consume(keyId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new AgentLimitError("Too many requests with this key.", Math.ceil(refusal.msBeforeNext / 1000));
    }
  }
}
