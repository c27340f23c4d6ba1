import { type KnownPairs, KnownPairsInMemory, SharedKnownPairs } from "./known-pairs";
import { type CreateLimiter, type Limiter, limiterInMemory } from "./limiters";
import { PEER_HEADER } from "./peer-header";
import { addressKey, refuseWhenSpent, takeRequest } from "./rate-limit";

/** Wrong passwords of one user: the limit that users meet. */
const ATTEMPTS_PER_PAIR = { points: 5, duration: 5 * 60 } as const;

/** One account from many addresses. */
const ATTEMPTS_PER_ACCOUNT = { points: 20, duration: 5 * 60 } as const;

const ATTEMPTS_PER_ADDRESS = { points: 20, duration: 60 } as const;

/** All accounts from all addresses: each attempt costs the time of a hash. */
const ATTEMPTS_OF_ALL = { points: 200, duration: 60 } as const;
const ALL = "all";

/** Codes of one user, whose password the caller has: of a million codes three are right at a time. */
const CODES_PER_USER = { points: 10, duration: 60 * 60 } as const;

/** Passwords that a signed-in user confirms a change with. */
const CONFIRMATIONS_PER_USER = { points: 5, duration: 5 * 60 } as const;

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
  readonly #codes: Limiter;
  readonly #confirmations: Limiter;
  readonly #known: KnownPairs;

  constructor(createLimiter: CreateLimiter = limiterInMemory) {
    this.#byPair = createLimiter("sign-in pair", ATTEMPTS_PER_PAIR);
    this.#byAccount = createLimiter("sign-in account", ATTEMPTS_PER_ACCOUNT);
    this.#byAddress = createLimiter("sign-in address", ATTEMPTS_PER_ADDRESS);
    this.#ofAll = createLimiter("sign-in", ATTEMPTS_OF_ALL);
    this.#codes = createLimiter("sign-in code", CODES_PER_USER);
    this.#confirmations = createLimiter("password confirmation", CONFIRMATIONS_PER_USER);
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

  /** Clears the counts of a user after a right password, so that one who mistyped is not locked out later. */
  async acceptPassword(account: string, address: string): Promise<void> {
    await this.#byPair.delete(pairOf(account, addressKey(address)));
    await this.#byAccount.delete(account);
  }

  /** Remembers the address of a user who signed in. */
  async acceptSignIn(account: string, address: string): Promise<void> {
    await this.#known.add(pairOf(account, addressKey(address)));
  }

  /**
   * Counts a code before it is checked: ten in an hour for each address from which the user has signed in before, and ten
   * for all others together.
   *
   * @returns the key of the count, for {@link acceptCode}
   * @throws RateLimitedError
   */
  async countCode(account: string, address: string): Promise<string> {
    const pair = pairOf(account, addressKey(address));
    const key = (await this.#known.has(pair)) ? pair : account;
    await takeRequest(this.#codes, key);
    return key;
  }

  async acceptCode(key: string): Promise<void> {
    await this.#codes.delete(key);
  }

  /** Counts a password with which a signed-in user confirms a change, before it is checked. @throws RateLimitedError */
  async countConfirmation(userId: string): Promise<void> {
    await takeRequest(this.#confirmations, userId);
  }

  async acceptConfirmation(userId: string): Promise<void> {
    await this.#confirmations.delete(userId);
  }
}

const pairOf = (account: string, address: string) => JSON.stringify([account, address]);

/**
 * Returns the caller's address for throttling. Without trusted proxies it is the peer of the connection, and what a caller
 * writes into `X-Forwarded-For` counts for nothing.
 *
 * @param trustedHops how many proxies in front append the address that they saw.
 */
export function callerAddress(headers: Headers, trustedHops: number): string {
  if (trustedHops === 0) return headers.get(PEER_HEADER) || "unknown";
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").map((hop) => hop.trim());
  return hops.at(-trustedHops) || "unknown";
}
