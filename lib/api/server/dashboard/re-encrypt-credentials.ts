import { secondFactorBinding } from "@/lib/auth/second-factor";
import { type Binding, CredentialDecryptionError, type Vault } from "@/lib/auth/vault";
import type { AppDatabase } from "@/lib/database/app-database";
import { listSealedCredentials, storeSealedCredentials } from "@/lib/database/connections";
import { listSealedSecrets, storeSealedSecret } from "@/lib/database/second-factors";

export interface ReEncryption {
  /** The number of credentials that were encrypted with the current key. */
  readonly sealed: number;
  /** The number of secrets that neither key decrypts: they are kept, and connections ask for theirs. */
  readonly unreadable: number;
}

/**
 * Encrypts every credential, and every secret of an authenticator app, of the replaced key again with the current one.
 * Call it in a transaction, so that all of them are, or none.
 */
export async function reEncryptCredentials(database: AppDatabase, vault: Vault): Promise<ReEncryption> {
  let [sealed, unreadable] = [0, 0];
  const reEncrypt = <Stored extends string | null>(record: Stored, binding: Binding): string | Stored => {
    if (record === null || vault.isCurrent(record)) return record;
    try {
      const encrypted = vault.seal(vault.open(record, binding), binding);
      sealed += 1;
      return encrypted;
    } catch (error) {
      if (!(error instanceof CredentialDecryptionError)) throw error;
      unreadable += 1;
      return record;
    }
  };
  for (const { id, baseUrl, basicPassword, bearerToken } of await listSealedCredentials(database)) {
    const place = { connectionId: id, origin: new URL(baseUrl).origin };
    await storeSealedCredentials(database, id, {
      basicPassword: reEncrypt(basicPassword, { ...place, kind: "basic" }),
      bearerToken: reEncrypt(bearerToken, { ...place, kind: "bearer" }),
    });
  }
  for (const { userId, secret } of await listSealedSecrets(database)) {
    await storeSealedSecret(database, userId, reEncrypt(secret, secondFactorBinding(userId)));
  }
  return { sealed, unreadable };
}
