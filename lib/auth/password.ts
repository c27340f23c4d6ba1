import { randomBytes } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { refuseCommonPassword } from "./common-password";

/** Argon2id with 64 MiB, above OWASP's minimum: 34 ms a guess on the machine it was chosen on. */
const COST = { memoryCost: 65_536, timeCost: 3, parallelism: 4 } as const;

/** Each hash uses 64 MiB while it runs; more at once would let strangers exhaust our memory. */
const MAX_CONCURRENT = 2;

let running = 0;
const waiting: Array<() => void> = [];

async function limitConcurrency<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running < MAX_CONCURRENT) running += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** Returns the text to store for a password, parameters included. */
export async function hashPassword(password: string): Promise<string> {
  return await limitConcurrency(() => hash(password, COST));
}

/**
 * Returns the text to store for a password that a user chose. An existing password is not checked again.
 *
 * @param account its name and address
 * @throws CommonPasswordError
 */
export async function hashNewPassword(password: string, account: readonly string[]): Promise<string> {
  await refuseCommonPassword(password, account);
  return await hashPassword(password);
}

let dummyHash: Promise<string> | undefined;

/** A hash that matches no password, so that an unknown account takes as long as a wrong password. */
async function unknownAccountHash(): Promise<string> {
  dummyHash ??= hashPassword(randomBytes(32).toString("base64"));
  return await dummyHash;
}

/** Compares a password with a stored hash. Without a hash (no such account) it takes as long and returns false. */
export async function verifyPassword(password: string, stored: string | undefined): Promise<boolean> {
  const against = stored ?? (await unknownAccountHash());
  const isEqual = await limitConcurrency(() => verify(against, password));
  return stored !== undefined && isEqual;
}

/** True when a hash was created with other parameters than today's; it is renewed at the next sign-in. */
export function needsRehash(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = parseOptions(stored);
  return memoryCost !== COST.memoryCost || timeCost !== COST.timeCost || parallelism !== COST.parallelism;
}
