import { z } from "zod";

/**
 * A backup is a tar archive of a data folder, which `tar -xf` unpacks, too. Its first entry describes it, its last lists
 * the SHA-256 of all files, in the form of `sha256sum`. An archive without the last entry is incomplete.
 */
export const ABOUT_ENTRY = "heddle-backup.json";

export const DIGESTS_ENTRY = "SHA256SUMS";

/** The extended header of the last entry that has the signature of its list: HMAC-SHA256 in hex. */
export const SIGNATURE_HEADER = "HEDDLE.signature";

/** Increases when an older version could not restore the archive. */
export const FORMAT = 1;

export const aboutBackup = z.looseObject({
  format: z.int(),
  /** The version of Heddle that wrote it. */
  version: z.string(),
  created_at: z.string(),
  /** Whether the keys that decrypt stored credentials are included. */
  has_keys: z.boolean(),
});

export type AboutBackup = z.infer<typeof aboutBackup>;

/** The archive cannot be read, or is not a complete backup; the message is a sentence. */
export class BackupError extends Error {
  override readonly name = "BackupUnusable";
}
