import { perDashboard } from "@/lib/api/server/dashboard/per-dashboard";
import type { RateLimit } from "@/lib/auth/limiters";
import { type CreateLimiter, type Limiter, limiterInMemory } from "@/lib/auth/limiters";
import { addressKey, refuseWhenSpent, takeRequest } from "@/lib/auth/rate-limit";

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

/** A person starts a program once or twice; each request waits for ten minutes, so that few short codes are valid at a time. */
const DEVICE_REQUESTS: EndpointLimits = {
  perAddress: { points: 30, duration: 10 * 60 },
  ofAll: { points: 300, duration: 10 * 60 },
};

/** A client asks for tokens once an hour; a program that guesses sends many requests. */
const TOKEN_REQUESTS: EndpointLimits = {
  perAddress: { points: 120, duration: 60 },
  ofAll: { points: 1200, duration: 60 },
};

const ALL = "all";

class EndpointLimiter {
  readonly #byAddress: Limiter;
  readonly #ofAll: Limiter;

  constructor(name: string, { perAddress, ofAll }: EndpointLimits, createLimiter: CreateLimiter) {
    this.#byAddress = createLimiter(`${name} address`, perAddress);
    this.#ofAll = createLimiter(name, ofAll);
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
  readonly deviceRequests: EndpointLimiter;
  readonly tokenRequests: EndpointLimiter;

  constructor(
    { registrations = REGISTRATIONS, deviceRequests = DEVICE_REQUESTS, tokenRequests = TOKEN_REQUESTS } = {},
    createLimiter: CreateLimiter = limiterInMemory,
  ) {
    this.registrations = new EndpointLimiter("oauth register", registrations, createLimiter);
    this.deviceRequests = new EndpointLimiter("oauth device", deviceRequests, createLimiter);
    this.tokenRequests = new EndpointLimiter("oauth token", tokenRequests, createLimiter);
  }
}

/** The limits of a dashboard. */
export const usualLimits = perDashboard(({ createLimiter }) => new OauthLimits({}, createLimiter));
