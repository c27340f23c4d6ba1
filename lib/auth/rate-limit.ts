import { RateLimiterRes } from "rate-limiter-flexible";
import type { Limiter } from "./limiters";

/** An address in a header may have any length. */
const MAX_ADDRESS_LENGTH = 100;

/** A number of requests within a time. */
export interface RateLimit {
  readonly points: number;
  /** In seconds. */
  readonly duration: number;
}

/** Too many requests; another one may be accepted after this many seconds. */
export class RateLimitedError extends Error {
  override readonly name = "RateLimited";

  constructor(
    readonly retryAfterSeconds: number,
    message = "Too many requests.",
  ) {
    super(message);
  }
}

function rateLimited(spent: RateLimiterRes): RateLimitedError {
  return new RateLimitedError(Math.ceil(spent.msBeforeNext / 1000));
}

/**
 * Checks a limit without counting. A limit of all callers is checked before that of each caller, so that invented
 * addresses cannot fill the memory. @throws RateLimitedError when the limit is spent
 */
export async function refuseWhenSpent(limiter: Limiter, key: string): Promise<void> {
  const spent = await limiter.get(key);
  if (spent !== null && spent.consumedPoints >= limiter.points) throw rateLimited(spent);
}

/** Counts one request against a limit. @throws RateLimitedError when the limit is spent */
export async function takeRequest(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    throw refusal instanceof RateLimiterRes ? rateLimited(refusal) : refusal;
  }
}

/** Returns a caller's address as the key of a limit. */
export function addressKey(address: string): string {
  return address.slice(0, MAX_ADDRESS_LENGTH);
}
