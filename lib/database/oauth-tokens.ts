import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import { type AgentKeyOwner, isLastUseStale } from "./agent-keys";
import type { AppDatabase } from "./app-database";
import { secretDigest } from "./secret-digest";
import { sessionUserOf } from "./workspace-roles";

type TokenKind = "access" | "refresh";

export interface NewOauthToken {
  readonly secret: string;
  readonly kind: TokenKind;
  readonly expiresAt: string;
}

/** A stored token, with the grant that it belongs to. */
export interface OauthToken {
  readonly kind: TokenKind;
  readonly grantId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly userId: string;
  readonly access: AgentAccess;
  readonly expiresAt: string;
  readonly usedAt: string | null;
}

/** Stores the hashes of a grant's next tokens, and lets the grant live as long as the longest of them. */
export async function insertOauthTokens(
  database: AppDatabase,
  grantId: string,
  tokens: readonly NewOauthToken[],
  now: Date,
): Promise<void> {
  await database
    .deleteFrom("oauth_token")
    .where("grant_id", "=", grantId)
    .where("expires_at", "<=", now.toISOString())
    .execute();
  const rows = tokens.map(({ secret, kind, expiresAt }) => ({
    digest: secretDigest(secret),
    kind,
    grant_id: grantId,
    expires_at: expiresAt,
    used_at: null,
  }));
  await database.insertInto("oauth_token").values(rows).execute();
  const expiresAt =
    tokens
      .map((token) => token.expiresAt)
      .sort()
      .at(-1) ?? now.toISOString();
  await database.updateTable("oauth_grant").set({ expires_at: expiresAt }).where("id", "=", grantId).execute();
}

/** Returns a token; undefined when it is unknown or its user can no longer sign in. */
export async function findOauthToken(database: AppDatabase, secret: string): Promise<OauthToken | undefined> {
  return await database
    .selectFrom("oauth_token")
    .innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id")
    .innerJoin("oauth_client", "oauth_client.id", "oauth_grant.client_id")
    .innerJoin("user", "user.id", "oauth_grant.user_id")
    .select(["oauth_token.kind", "oauth_token.grant_id as grantId", "oauth_token.expires_at as expiresAt"])
    .select(["oauth_token.used_at as usedAt", "oauth_client.id as clientId", "oauth_client.name as clientName"])
    .select(["oauth_grant.user_id as userId", "oauth_grant.access"])
    .where("oauth_token.digest", "=", secretDigest(secret))
    .where("user.is_disabled", "=", 0)
    .executeTakeFirst();
}

/** Records that a refresh token was exchanged for its successor. */
export async function markOauthTokenUsed(database: AppDatabase, secret: string, now: Date): Promise<void> {
  await database
    .updateTable("oauth_token")
    .set({ used_at: now.toISOString() })
    .where("digest", "=", secretDigest(secret))
    .execute();
}

export async function deleteOauthToken(database: AppDatabase, secret: string): Promise<void> {
  await database.deleteFrom("oauth_token").where("digest", "=", secretDigest(secret)).execute();
}

/**
 * Returns the user who allowed the client of an access token, or undefined when the token is unknown, was revoked or
 * has expired, or the user's account is disabled. Updates the time of the client's last use.
 */
export async function findAccessTokenOwner(
  database: AppDatabase,
  secret: string,
  now: Date,
): Promise<AgentKeyOwner | undefined> {
  const rows = await database
    .selectFrom("oauth_token")
    .innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id")
    .innerJoin("user", "user.id", "oauth_grant.user_id")
    .leftJoin("workspace_role", "workspace_role.user_id", "user.id")
    .leftJoin("workspace", "workspace.id", "workspace_role.workspace_id")
    .select(["oauth_grant.id", "oauth_grant.access", "oauth_grant.workspace_id", "oauth_grant.last_used_at"])
    .select(["oauth_token.expires_at", "user.id as user_id", "user.name", "user.email", "user.role"])
    .select(["workspace_role.role as own_role", "workspace.id as own_workspace"])
    .select(["workspace.connection_id as own_connection", "workspace.project_id as own_project"])
    .where("oauth_token.digest", "=", secretDigest(secret))
    .where("oauth_token.kind", "=", "access")
    .where("oauth_token.expires_at", ">", now.toISOString())
    .where("user.is_disabled", "=", 0)
    .execute();
  const [row] = rows;
  const user = sessionUserOf(rows);
  if (!row || !user) return undefined;
  if (isLastUseStale(row.last_used_at, now)) {
    const usedAt = { last_used_at: now.toISOString() };
    await database.updateTable("oauth_grant").set(usedAt).where("id", "=", row.id).execute();
  }
  return {
    keyId: row.id,
    user,
    access: row.access,
    workspaceId: row.workspace_id,
    expiresAt: row.expires_at,
  };
}
