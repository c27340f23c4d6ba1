import { RateLimiterMemory } from "rate-limiter-flexible";
import { addressKey, type RateLimit, refuseWhenSpent, takeRequest } from "@/lib/auth/rate-limit";

interface EndpointLimits {
  readonly perAddress: RateLimit;
  /** All addresses, which callers may invent. */
  readonly ofAll: RateLimit;
}

/** A client registers once on each machine. */
const REGISTRATIONS: EndpointLimits = {
  perAddress: { points: 20, duration: 60 * 60 },
  ofAll: { points: 200, duration: 60 * 60 },
};

/** A client asks for tokens once an hour; a program that guesses sends many requests. */
const TOKEN_REQUESTS: EndpointLimits = {
  perAddress: { points: 120, duration: 60 },
  ofAll: { points: 1200, duration: 60 },
};

const ALL = "all";

class EndpointLimiter {
  readonly #byAddress: RateLimiterMemory;
  readonly #ofAll: RateLimiterMemory;

  constructor({ perAddress, ofAll }: EndpointLimits) {
    this.#byAddress = new RateLimiterMemory(perAddress);
    this.#ofAll = new RateLimiterMemory(ofAll);
  }

  /** Counts a request before it is read. @throws RateLimitedError */
  async count(address: string): Promise<void> {
    await refuseWhenSpent(this.#ofAll, ALL);
    await takeRequest(this.#byAddress, addressKey(address));
    await takeRequest(this.#ofAll, ALL);
  }
}

/** Limits what programs without a session may ask of the sign-in for agents. */
export class OauthLimits {
  readonly registrations: EndpointLimiter;
  readonly tokenRequests: EndpointLimiter;

  constructor({ registrations = REGISTRATIONS, tokenRequests = TOKEN_REQUESTS } = {}) {
    this.registrations = new EndpointLimiter(registrations);
    this.tokenRequests = new EndpointLimiter(tokenRequests);
  }
}

/** The limits of this process. */
export const processLimits = new OauthLimits();
