import type { RateLimit } from "@/lib/auth/limiters";
import { type CreateLimiter, type Limiter, limiterInMemory } from "@/lib/auth/limiters";
import { addressKey, RateLimitedError, takeRequest } from "@/lib/auth/rate-limit";

interface LimitSettings {
  /** A reader opens a few links and reloads them; a program that guesses sends many requests. */
  readonly perAddress: RateLimit;
  /** One link: each opening reads its calls. */
  readonly perLink: RateLimit;
  /** All links from all addresses, which callers may invent. */
  readonly ofAll: RateLimit;
}

const USUAL_LIMITS: LimitSettings = {
  perAddress: { points: 60, duration: 60 },
  perLink: { points: 120, duration: 60 },
  ofAll: { points: 1200, duration: 60 },
};
const ALL = "all";

/** Links that are read at the same time: a trace with its payloads takes memory. */
const MAX_PARALLEL = 4;

/** Limits how often links are opened, and how many are read at a time. */
export class ShareLimits {
  readonly #byAddress: Limiter;
  readonly #byLink: Limiter;
  readonly #ofAll: Limiter;
  #running = 0;

  constructor(settings: Partial<LimitSettings> = {}, createLimiter: CreateLimiter = limiterInMemory) {
    const { perAddress, perLink, ofAll } = { ...USUAL_LIMITS, ...settings };
    this.#byAddress = createLimiter("share address", perAddress);
    this.#byLink = createLimiter("share link", perLink);
    this.#ofAll = createLimiter("share", ofAll);
  }

  /** Counts a request before its token is looked up, so that a guess costs as much as an opening. @throws RateLimitedError */
  async countRequest(address: string): Promise<void> {
    await takeRequest(this.#ofAll, ALL);
    await takeRequest(this.#byAddress, addressKey(address));
  }

  /** Runs the reads of a valid link. @throws RateLimitedError before they begin */
  async run<Result>(linkId: string, work: () => Promise<Result>): Promise<Result> {
    await takeRequest(this.#byLink, linkId);
    if (this.#running >= MAX_PARALLEL) throw new RateLimitedError(1);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
