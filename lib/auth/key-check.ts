import type { AppDatabase } from "@/lib/database/app-database";
import { readSetting, writeSetting } from "@/lib/database/settings";
import type { Environment } from "@/lib/environment/environment";
import { Secret } from "./secret";
import { deriveKey, loadPreviousKey, loadSecretKey } from "./secret-key";
import { CredentialDecryptionError, Vault } from "./vault";

/** The secret key differs from the one that encrypted the stored credentials. */
export class SecretKeyChangedError extends Error {
  override readonly name = "SecretKeyChanged";
}

const CHECK_BINDING = { connectionId: "vault-check", kind: "basic", origin: "heddle:" } as const;

/**
 * Loads the secret key, and the one that it replaces if there is one, and the vault of both.
 *
 * @throws SecretKeyError
 */
export function loadVault(
  environment: Pick<Environment, "HEDDLE_SECRET_KEY" | "HEDDLE_SECRET_KEY_PREVIOUS" | "dataFolder">,
) {
  const secretKey = loadSecretKey(environment);
  const previousKey = loadPreviousKey(environment);
  const vault = new Vault(deriveKey(secretKey, "credentials"), previousKey && deriveKey(previousKey, "credentials"));
  return { vault, secretKey, previousKey };
}

/** Stores a record by which a later start recognizes the current key. */
export async function storeKeyCheck(database: AppDatabase, vault: Vault): Promise<void> {
  await writeSetting(database, "vault-check", vault.seal(new Secret("heddle"), CHECK_BINDING));
}

/**
 * Detects a wrong key at startup instead of at its first use, when its cause would be hard to find.
 *
 * @throws SecretKeyChangedError
 */
export async function requireSameKey(database: AppDatabase, vault: Vault): Promise<void> {
  const record = await database.transaction().execute(async (transaction) => {
    const stored = await readSetting(transaction, "vault-check");
    if (stored === undefined) await storeKeyCheck(transaction, vault);
    return stored;
  });
  if (record === undefined) return;
  try {
    vault.open(record, CHECK_BINDING);
  } catch (error) {
    if (!(error instanceof CredentialDecryptionError)) throw error;
    const message =
      "HEDDLE_SECRET_KEY (or secret.key in HEDDLE_DATA) is not the key that the stored credentials were encrypted with. " +
      "Restore the old key, or delete the data folder and with it the connections' credentials.";
    throw new SecretKeyChangedError(message, { cause: error });
  }
}
