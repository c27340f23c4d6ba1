import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";

const ATTEMPTS_PER_ACCOUNT = { points: 5, duration: 5 * 60 } as const;
const ATTEMPTS_PER_ADDRESS = { points: 20, duration: 60 } as const;

/** Too many attempts; sign-in works again after this many seconds. */
export class SignInThrottledError extends Error {
  override readonly name = "Throttled";

  constructor(readonly retryAfterSeconds: number) {
    super("Too many attempts.");
  }
}

async function takeAttempt(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) throw new SignInThrottledError(Math.ceil(refusal.msBeforeNext / 1000));
    throw refusal;
  }
}

/** Slows down guessing: five attempts per account in five minutes, twenty per address in a minute. */
export class SignInThrottle {
  readonly #byAccount = new RateLimiterMemory(ATTEMPTS_PER_ACCOUNT);
  readonly #byAddress = new RateLimiterMemory(ATTEMPTS_PER_ADDRESS);

  /** Counts an attempt before any password is checked. @throws Throttled */
  async countAttempt(account: string, address: string): Promise<void> {
    await takeAttempt(this.#byAddress, address);
    await takeAttempt(this.#byAccount, account);
  }

  /** Clears the account's count after a right password, so that a user who mistyped is not locked out later. */
  async clearAccount(account: string): Promise<void> {
    await this.#byAccount.delete(account);
  }
}

/**
 * Returns the caller's address for throttling. Without trusted proxies the header is set by the caller and the peer is
 * not visible to a route handler: all callers then share one count.
 *
 * @param trustedHops how many proxies in front append the address that they saw.
 */
export function callerAddress(headers: Headers, trustedHops: number): string {
  if (trustedHops === 0) return "any";
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedHops) || "unknown";
}
