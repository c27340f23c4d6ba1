import { createHash } from "node:crypto";

/**
 * Returns the SHA-256 of a random secret, under which its row is found: no comparison depends on the secret itself.
 * Random secrets cannot be searched; a slow hash would only slow down each request.
 */
export function secretDigest(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
