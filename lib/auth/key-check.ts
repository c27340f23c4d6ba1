import { existsSync } from "node:fs";
import type { AppDatabase } from "@/lib/database/app-database";
import { readSetting, writeSetting } from "@/lib/database/settings";
import type { Environment } from "@/lib/environment/environment";
import { Secret } from "./secret";
import { deriveKey, keyFile, loadPreviousKey, loadSecretKey } from "./secret-key";
import { CredentialDecryptionError, Vault } from "./vault";

/** The secret key differs from the one that encrypted the stored credentials. */
export class SecretKeyChangedError extends Error {
  override readonly name = "SecretKeyChanged";
}

type KeyEnvironment = Pick<Environment, "HEDDLE_SECRET_KEY" | "HEDDLE_SECRET_KEY_PREVIOUS" | "dataFolder">;

const CHECK_BINDING = { connectionId: "vault-check", kind: "basic", origin: "heddle:" } as const;

/**
 * Loads the secret key of a database, and the one that it replaces if there is one, and the vault of both. Creates a key for a
 * new database only.
 *
 * @throws SecretKeyError, SecretKeyChangedError
 */
export async function openVault(database: AppDatabase, environment: KeyEnvironment) {
  await requireKey(database, environment);
  const loaded = loadVault(environment);
  await requireSameKey(database, loaded.vault);
  return loaded;
}

function loadVault(environment: KeyEnvironment) {
  const secretKey = loadSecretKey(environment);
  const previousKey = loadPreviousKey(environment);
  const vault = new Vault(deriveKey(secretKey, "credentials"), previousKey && deriveKey(previousKey, "credentials"));
  return { vault, secretKey, previousKey };
}

/**
 * Detects a key that is gone, before another one is created in its place.
 *
 * @throws SecretKeyChangedError
 */
async function requireKey(
  database: AppDatabase,
  { HEDDLE_SECRET_KEY: given, dataFolder }: KeyEnvironment,
): Promise<void> {
  // In this order: the first start creates the key before it stores the record.
  if (given !== undefined || (await readSetting(database, "vault-check")) === undefined) return;
  const file = keyFile(dataFolder);
  if (existsSync(file)) return;
  throw new SecretKeyChangedError(
    `${file} is missing, and the stored credentials were encrypted with it. Restore it, or set HEDDLE_SECRET_KEY to its content; ` +
      "without it, delete the data folder and with it the connections' credentials.",
  );
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
async function requireSameKey(database: AppDatabase, vault: Vault): Promise<void> {
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
