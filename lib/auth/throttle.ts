import { type KnownPairs, KnownPairsInMemory, SharedKnownPairs } from "./known-pairs";
import { type CreateLimiter, type Limiter, limiterInMemory } from "./limiters";
import { addressKey, refuseWhenSpent, takeRequest } from "./rate-limit";

/** Wrong passwords of one user: the limit that users meet. */
const ATTEMPTS_PER_PAIR = { points: 5, duration: 5 * 60 } as const;

/** One account from many addresses. */
const ATTEMPTS_PER_ACCOUNT = { points: 20, duration: 5 * 60 } as const;

const ATTEMPTS_PER_ADDRESS = { points: 20, duration: 60 } as const;

/** All accounts from all addresses: each attempt costs the time of a hash. */
const ATTEMPTS_OF_ALL = { points: 200, duration: 60 } as const;
const ALL = "all";

/**
 * Slows down guessing: five attempts per account and address in five minutes, twenty per account in five minutes and per
 * address in a minute, and two hundred in all. A user who has signed in from an address before is limited by the first
 * only: neither an attacker elsewhere, who may invent addresses, nor one behind the same proxy, whose address may be all
 * that the dashboard sees, can lock that user out.
 */
export class SignInThrottle {
  readonly #byPair: Limiter;
  readonly #byAccount: Limiter;
  readonly #byAddress: Limiter;
  readonly #ofAll: Limiter;
  readonly #known: KnownPairs;

  constructor(createLimiter: CreateLimiter = limiterInMemory) {
    this.#byPair = createLimiter("sign-in pair", ATTEMPTS_PER_PAIR);
    this.#byAccount = createLimiter("sign-in account", ATTEMPTS_PER_ACCOUNT);
    this.#byAddress = createLimiter("sign-in address", ATTEMPTS_PER_ADDRESS);
    this.#ofAll = createLimiter("sign-in", ATTEMPTS_OF_ALL);
    this.#known = createLimiter === limiterInMemory ? new KnownPairsInMemory() : new SharedKnownPairs(createLimiter);
  }

  /** Counts an attempt before any password is checked. @throws RateLimitedError */
  async countAttempt(account: string, address: string): Promise<void> {
    const from = addressKey(address);
    const pair = pairOf(account, from);
    if (await this.#known.has(pair)) {
      await takeRequest(this.#byPair, pair);
      return;
    }
    // Checked first, so that invented addresses cannot fill the memory.
    await refuseWhenSpent(this.#ofAll, ALL);
    await takeRequest(this.#byAddress, from);
    await takeRequest(this.#byPair, pair);
    await takeRequest(this.#byAccount, account);
    await takeRequest(this.#ofAll, ALL);
  }

  /**
   * Clears the counts of a user after a right password, so that one who mistyped is not locked out later, and remembers
   * the address.
   */
  async acceptSignIn(account: string, address: string): Promise<void> {
    const pair = pairOf(account, addressKey(address));
    await this.#byPair.delete(pair);
    await this.#byAccount.delete(account);
    await this.#known.add(pair);
  }
}

const pairOf = (account: string, address: string) => JSON.stringify([account, address]);

/**
 * Returns the caller's address for throttling. Without trusted proxies it is the peer of the connection, which the server
 * writes into the header where the caller sent none; a caller can invent another one, so no limit relies on it alone.
 *
 * @param trustedHops how many proxies in front append the address that they saw.
 */
export function callerAddress(headers: Headers, trustedHops: number): string {
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-Math.max(1, trustedHops)) || "unknown";
}
