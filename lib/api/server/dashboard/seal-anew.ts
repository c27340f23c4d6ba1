import { type Binding, CredentialDecryptionError, type Vault } from "@/lib/auth/vault";
import type { AppDatabase } from "@/lib/database/app-database";
import { listSealedCredentials, storeSealedCredentials } from "@/lib/database/connections";

export interface SealedAnew {
  /** How many credentials were sealed with the current key. */
  readonly sealed: number;
  /** How many no known key opens: they are kept as they are, and their connections ask for them. */
  readonly unreadable: number;
}

/**
 * Seals every credential that was sealed with the replaced key with the current one. Call it in a transaction: either
 * all of them are, or none.
 */
export async function sealAnew(database: AppDatabase, vault: Vault): Promise<SealedAnew> {
  let [sealed, unreadable] = [0, 0];
  const anew = (record: string | null, binding: Binding): string | null => {
    if (record === null || vault.isCurrent(record)) return record;
    try {
      const again = vault.seal(vault.open(record, binding), binding);
      sealed += 1;
      return again;
    } catch (error) {
      if (!(error instanceof CredentialDecryptionError)) throw error;
      unreadable += 1;
      return record;
    }
  };
  for (const { id, baseUrl, basicPassword, bearerToken } of await listSealedCredentials(database)) {
    const place = { connectionId: id, origin: new URL(baseUrl).origin };
    await storeSealedCredentials(database, id, {
      basicPassword: anew(basicPassword, { ...place, kind: "basic" }),
      bearerToken: anew(bearerToken, { ...place, kind: "bearer" }),
    });
  }
  return { sealed, unreadable };
}
