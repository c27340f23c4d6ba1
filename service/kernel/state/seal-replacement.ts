import { existsSync, renameSync, rmSync } from "node:fs";
import { createSealKeyFile, readSealKeyFile, Seal, SealError, SealKeyError, sealKeyFile } from "./seal";

/** Returns a record as the new key seals it; null when it is sealed with that one already, or no key opens it. */
export type Reseal = (record: string, place: readonly string[]) => string | null;

const previousKeyFile = (dataFolder: string) => `${sealKeyFile(dataFolder)}.previous`;

/**
 * The seal of the replaced key; null without one.
 *
 * @param given 32 bytes in base64, used instead of the file of a replacement
 * @throws SealKeyError when others may read the file, or it contains no key.
 */
export function openPreviousSeal(dataFolder: string, given?: string): Seal | null {
  if (given !== undefined) return new Seal(Buffer.from(given, "base64"));
  const file = previousKeyFile(dataFolder);
  return existsSync(file) ? new Seal(readSealKeyFile(file)) : null;
}

/** Deletes the file of the replaced key. Call it when nothing is sealed with that key any more. */
export function forgetPreviousSeal(dataFolder: string): void {
  rmSync(previousKeyFile(dataFolder), { force: true });
}

export const resealWith =
  (seal: Seal, previous: Seal): Reseal =>
  (record, place) => {
    if (openedBy(seal, record, place) !== null) return null;
    const secret = openedBy(previous, record, place);
    return secret === null ? null : seal.close(secret, place);
  };

function openedBy(seal: Seal, record: string, place: readonly string[]): string | null {
  try {
    return seal.open(record, place);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/**
 * Replaces the service's key in the data folder and keeps the replaced one beside it. What the service stores encrypted
 * gets the new key at its next start. At each moment the files contain every key that is in use.
 *
 * @param given the key of the environment, which is replaced there
 * @throws SealKeyError when there is such a key, none in the folder, or the last replacement has not been completed
 */
export function replaceSealKey(dataFolder: string, given?: string): void {
  if (given !== undefined) {
    throw new SealKeyError(
      "The key is in HEDDLE_SERVICE_SECRET_KEY. Move its value to HEDDLE_SERVICE_SECRET_KEY_PREVIOUS, set " +
        "HEDDLE_SERVICE_SECRET_KEY to 32 new random bytes in base64 (openssl rand -base64 32), and restart Heddle.",
    );
  }
  const [file, previous] = [sealKeyFile(dataFolder), previousKeyFile(dataFolder)];
  const next = `${file}.next`;
  if (!existsSync(file)) throw new SealKeyError(`There is no ${file}: the service creates it at its first start.`);
  const key = readSealKeyFile(file);
  if (existsSync(previous) && !readSealKeyFile(previous).equals(key)) {
    throw new SealKeyError("The key was replaced before. Restart Heddle, which completes that, then try again.");
  }
  rmSync(next, { force: true });
  if (!existsSync(previous)) createSealKeyFile(previous, key);
  createSealKeyFile(next);
  renameSync(next, file);
}
