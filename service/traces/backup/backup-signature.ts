import { createHmac, timingSafeEqual } from "node:crypto";
import { BackupError } from "./backup-format";

/** What is known of who wrote a backup. */
export type SignatureState = "right" | "not checked" | "unsigned";

/** Signs the list of digests, and with it every file. @param key 32 bytes that are not in the archive */
export const signDigests = (list: string, key: Buffer): string => createHmac("sha256", key).update(list).digest("hex");

/**
 * Decides whether a backup is the one that the owner of a key wrote.
 *
 * @param key null where none is at hand
 * @throws BackupError for another signature, or none where a key is at hand and unsigned backups are not accepted
 */
export function checkSignature(
  list: string,
  signature: string | undefined,
  { key, acceptsUnsigned }: { readonly key: Buffer | null; readonly acceptsUnsigned: boolean },
): SignatureState {
  if (signature === undefined) {
    if (key === null || acceptsUnsigned) return "unsigned";
    throw new BackupError(
      "The backup is not signed with HEDDLE_SECRET_KEY. If you trust it, restore it with --unsigned. Nothing was restored.",
    );
  }
  if (key === null) return "not checked";
  const [expected, found] = [signDigests(list, key), signature].map((text) => Buffer.from(text));
  if (expected && found && expected.length === found.length && timingSafeEqual(expected, found)) return "right";
  throw new BackupError("The backup was changed, or signed with another HEDDLE_SECRET_KEY. Nothing was restored.");
}
