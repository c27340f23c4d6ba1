import { InvalidRequestError } from "@/service/kernel/errors/service-errors";

/**
 * Checks the digest that a client expects, so that content changed in transit is not stored.
 * @throws InvalidRequestError when the digest differs
 */
export function checkExpectedDigest(expected: string | null | undefined, digest: string): void {
  if (expected === null || expected === undefined || expected === digest) return;
  throw new InvalidRequestError(
    `The content has the digest ${digest}, not ${expected.slice(0, 200)}. Nothing was stored.`,
  );
}
