import type { RateLimit } from "@/lib/auth/limiters";
import { type CreateLimiter, type Limiter, limiterInMemory } from "@/lib/auth/limiters";
import { RateLimitedError, takeRequest } from "@/lib/auth/rate-limit";

/** Requests of one key: an agent at work makes a few in a second, a loop many more. */
const REQUESTS_PER_KEY = { points: 240, duration: 60 } as const;

/** Requests of one key at the same time. */
const MAX_PARALLEL = 8;

/** Limits what one key may ask of the dashboard, per minute and at a time. */
export class AgentLimits {
  readonly #perKey: Limiter;
  readonly #running = new Map<string, number>();

  constructor(limit: RateLimit = REQUESTS_PER_KEY, createLimiter: CreateLimiter = limiterInMemory) {
    this.#perKey = createLimiter("agent key", limit);
  }

  /** Runs the work of a request. @throws RateLimitedError before it begins */
  async run<Result>(keyId: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(keyId) ?? 0;
    if (running >= MAX_PARALLEL) throw new RateLimitedError(1, `More than ${MAX_PARALLEL} requests at a time.`);
    this.#running.set(keyId, running + 1);
    try {
      await takeRequest(this.#perKey, keyId);
      return await work();
    } finally {
      const left = (this.#running.get(keyId) ?? 1) - 1;
      if (left > 0) this.#running.set(keyId, left);
      else this.#running.delete(keyId);
    }
  }
}
