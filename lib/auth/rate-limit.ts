import { RateLimiterRes } from "rate-limiter-flexible";
import type { Limiter } from "./limiters";

/** An address in a header may have any length. */
const MAX_ADDRESS_LENGTH = 100;

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

/**
 * True for a count that was begun by a clock that has stepped back since: otherwise callers would be refused until the
 * clock is there again. Clocks of several dashboards differ by less than the time of a limit.
 */
function isOfEarlierClock({ msBeforeNext }: RateLimiterRes, { duration }: Limiter): boolean {
  return msBeforeNext > 2 * duration * 1000;
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
  if (spent === null || spent.consumedPoints < limiter.points) return;
  if (!isOfEarlierClock(spent, limiter)) throw rateLimited(spent);
  await limiter.delete(key);
}

/** Counts one request against a limit. @throws RateLimitedError when the limit is spent */
export async function takeRequest(limiter: Limiter, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    if (!isOfEarlierClock(refusal, limiter)) throw rateLimited(refusal);
    await limiter.delete(key);
    await limiter.consume(key);
  }
}

/** Returns a caller's address as the key of a limit. */
export function addressKey(address: string): string {
  return address.slice(0, MAX_ADDRESS_LENGTH);
}
