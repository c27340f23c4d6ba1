import type { Logger } from "pino";
import { resealAll } from "./complete-seal-replacement";
import type { ServiceState } from "./kernel/state/open-state";
import { hasSealKey, openSeal, openSealLater, type Seal, SealError, sealKeyFile } from "./kernel/state/seal";

/**
 * Opens the seal of a service. Where its key is missing although secrets are stored that were encrypted with it, no other one
 * takes its place before a secret is entered again.
 *
 * @param given HEDDLE_SERVICE_SECRET_KEY
 * @throws SealKeyError when others may read the file, or it contains no key.
 */
export async function openStoredSeal(state: ServiceState, dataFolder: string, given?: string): Promise<Seal> {
  if (hasSealKey(dataFolder, given)) return openSeal(dataFolder, given);
  const later = openSealLater(dataFolder);
  return (await countUnreadable(state, later)) === 0 ? openSeal(dataFolder) : later;
}

/** Says at a start how many secrets cannot be decrypted, and which key is missing. They stay as they are. */
export async function logUnreadable(
  { state, seal }: { readonly state: ServiceState; readonly seal: Seal },
  dataFolder: string,
  given: string | undefined,
  log: Logger,
): Promise<void> {
  const unreadable = await countUnreadable(state, seal);
  if (unreadable === 0) return;
  const file = sealKeyFile(dataFolder);
  const reason = hasSealKey(dataFolder, given)
    ? `${given === undefined ? file : "HEDDLE_SERVICE_SECRET_KEY"} is not the key that they were encrypted with`
    : `${file} is missing`;
  log.error(
    { unreadable },
    `stored secrets (keys of providers, of hashes and of channels) cannot be read: ${reason}. Stop the service and restore the key, or enter them again`,
  );
}

async function countUnreadable(state: ServiceState, seal: Seal): Promise<number> {
  let count = 0;
  await resealAll(state, (record, place) => {
    try {
      seal.open(record, place);
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      count += 1;
    }
    // Nothing is stored.
    return null;
  });
  return count;
}
