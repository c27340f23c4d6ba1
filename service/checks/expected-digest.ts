import { InvalidRequestError } from "@/service/errors/service-errors";

/**
 * Clients may say which digest they expect, so that a content that changed on its way is not stored.
 * @throws InvalidRequestError when it is another
 */
export function checkExpectedDigest(expected: string | null | undefined, digest: string): void {
  if (expected === null || expected === undefined || expected === digest) return;
  throw new InvalidRequestError(
    `The content has the digest ${digest}, not ${expected.slice(0, 200)}. Nothing was stored.`,
  );
}
