import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** Guesses that an attacker with the stored hash needs at least: a year of one core, at the cost of our hashes. */
const MIN_GUESSES = 10 ** 9;

/** Characters that are looked at: a longer password is not common, and estimating it would take long. */
const MAX_ESTIMATED_LENGTH = 100;

/** A new password is one of the common ones, or a variant that is tried soon after them. */
export class CommonPasswordError extends Error {
  override readonly name = "CommonPassword";

  constructor(subject = "This password") {
    super(`${subject} is common or easy to guess. Choose another one, for example several unrelated words.`);
  }
}

let estimator: Promise<ZxcvbnFactory> | undefined;

/** Loaded at the first new password: the lists need some megabytes. */
async function createEstimator(): Promise<ZxcvbnFactory> {
  const [core, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new core.ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: MAX_ESTIMATED_LENGTH });
}

/** Returns a text and the words in it. */
const wordsOf = (text: string) => [text, ...text.split(/[^\p{L}\p{N}]/u)].filter((word) => word !== "");

/**
 * Refuses a password that is in the lists of common ones, also with letters replaced, repeated, reversed or added, a row
 * of keys, a date, and the name and address of the account.
 *
 * @param account texts that everyone knows about the account
 * @throws CommonPasswordError
 */
export async function refuseCommonPassword(password: string, account: readonly string[]): Promise<void> {
  estimator ??= createEstimator();
  const { guesses } = (await estimator).check(password, ["heddle", ...account.flatMap(wordsOf)]);
  if (guesses < MIN_GUESSES) throw new CommonPasswordError();
}
