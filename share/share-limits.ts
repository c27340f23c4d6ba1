import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

interface Limit {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

interface LimitSettings {
  /** A reader opens a few links and reloads them; a program that guesses sends many requests. */
  readonly perAddress: Limit;
  /** One link: each opening reads its calls. */
  readonly perLink: Limit;
  /** All links from all addresses, which callers may invent. */
  readonly ofAll: Limit;
}

const USUAL_LIMITS: LimitSettings = {
  perAddress: { points: 60, duration: 60 },
  perLink: { points: 120, duration: 60 },
  ofAll: { points: 1200, duration: 60 },
};
const ALL = "all";

/** Links that are read at the same time: a trace with its payloads takes memory. */
const MAX_PARALLEL = 4;

const MAX_ADDRESS_LENGTH = 100;

/** Too many requests; the link may be opened again after this many seconds. */
export class ShareLimitError extends Error {
  override readonly name = "ShareLimit";

  constructor(readonly retryAfterSeconds: number) {
    super("Too many requests.");
  }
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new ShareLimitError(Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/** Limits how often links are opened, and how many are read at a time. */
export class ShareLimits {
  readonly #byAddress: RateLimiterMemory;
  readonly #byLink: RateLimiterMemory;
  readonly #ofAll: RateLimiterMemory;
  #running = 0;

  constructor(settings: Partial<LimitSettings> = {}) {
    const { perAddress, perLink, ofAll } = { ...USUAL_LIMITS, ...settings };
    this.#byAddress = new RateLimiterMemory(perAddress);
    this.#byLink = new RateLimiterMemory(perLink);
    this.#ofAll = new RateLimiterMemory(ofAll);
  }

  /** Counts a request before its token is looked up, so that a guess costs as much as an opening. @throws ShareLimitError */
  async countRequest(address: string): Promise<void> {
    await take(this.#ofAll, ALL);
    await take(this.#byAddress, address.slice(0, MAX_ADDRESS_LENGTH));
  }

  /** Runs the reads of a valid link. @throws ShareLimitError before they begin */
  async run<Result>(linkId: string, work: () => Promise<Result>): Promise<Result> {
    await take(this.#byLink, linkId);
    if (this.#running >= MAX_PARALLEL) throw new ShareLimitError(1);
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
