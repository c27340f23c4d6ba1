import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AppDatabase } from "./app-database";
import { secretDigest } from "./secret-digest";

/** How long a used or expired code is kept, so that a second use is noticed. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** The permission that a code is exchanged for. */
export interface OauthCode {
  readonly clientId: string;
  readonly userId: string;
  readonly redirectUri: string;
  /** SHA-256 of the client's verifier, in base64url. */
  readonly challenge: string;
  readonly access: AgentAccess;
  readonly workspaceId: string | null;
  readonly expiresAt: string;
  /** The grant that it was exchanged for; null before. */
  readonly grantId: string | null;
}

/** Stores the hash of a code. */
export async function insertOauthCode(
  database: AppDatabase,
  secret: string,
  code: Omit<OauthCode, "grantId">,
  now: Date,
): Promise<void> {
  const forgotten = new Date(now.getTime() - KEPT_MS).toISOString();
  await database.deleteFrom("oauth_code").where("expires_at", "<", forgotten).execute();
  await database
    .insertInto("oauth_code")
    .values({
      digest: secretDigest(secret),
      client_id: code.clientId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      challenge: code.challenge,
      access: code.access,
      workspace_id: code.workspaceId,
      expires_at: code.expiresAt,
      grant_id: null,
    })
    .execute();
}

/** Returns what a code stands for; undefined when it is unknown or its user can no longer sign in. */
export async function findOauthCode(database: AppDatabase, secret: string): Promise<OauthCode | undefined> {
  return await database
    .selectFrom("oauth_code")
    .innerJoin("user", "user.id", "oauth_code.user_id")
    .select(["oauth_code.client_id as clientId", "oauth_code.user_id as userId", "oauth_code.challenge"])
    .select(["oauth_code.redirect_uri as redirectUri", "oauth_code.access", "oauth_code.expires_at as expiresAt"])
    .select(["oauth_code.workspace_id as workspaceId", "oauth_code.grant_id as grantId"])
    .where("oauth_code.digest", "=", secretDigest(secret))
    .where("user.is_disabled", "=", 0)
    .executeTakeFirst();
}

/** Records what a code was exchanged for, so that it cannot be used again. */
export async function markOauthCodeUsed(database: AppDatabase, secret: string, grantId: string): Promise<void> {
  await database
    .updateTable("oauth_code")
    .set({ grant_id: grantId })
    .where("digest", "=", secretDigest(secret))
    .execute();
}

export async function deleteOauthCode(database: AppDatabase, secret: string): Promise<void> {
  await database.deleteFrom("oauth_code").where("digest", "=", secretDigest(secret)).execute();
}
