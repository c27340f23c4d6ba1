import { randomUUID } from "node:crypto";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AppDatabase } from "./app-database";

/** A client that acts as a user, as lists show it. */
export interface OauthGrant {
  readonly id: string;
  readonly clientName: string;
  /** Where its codes were sent: this machine, or a host. */
  readonly redirectHost: string;
  readonly access: AgentAccess;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly workspaceId: string | null;
  readonly workspaceSlug: string | null;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
}

export interface NewOauthGrant extends Pick<OauthGrant, "redirectHost" | "access" | "workspaceId" | "expiresAt"> {
  readonly clientId: string;
  readonly userId: string;
}

function grantRows(database: AppDatabase) {
  return database
    .selectFrom("oauth_grant")
    .innerJoin("oauth_client", "oauth_client.id", "oauth_grant.client_id")
    .innerJoin("user", "user.id", "oauth_grant.user_id")
    .leftJoin("workspace", "workspace.id", "oauth_grant.workspace_id")
    .select(["oauth_grant.id", "oauth_client.name as clientName", "oauth_grant.redirect_host as redirectHost"])
    .select(["oauth_grant.access", "oauth_grant.user_id as ownerId", "user.name as ownerName"])
    .select(["oauth_grant.workspace_id as workspaceId", "workspace.slug as workspaceSlug"])
    .select(["oauth_grant.created_at as createdAt", "oauth_grant.expires_at as expiresAt"])
    .select("oauth_grant.last_used_at as lastUsedAt");
}

/** The connected clients of all users, or of one: the newest first. */
export async function listOauthGrants(database: AppDatabase, ownerId: string | null, now: Date): Promise<OauthGrant[]> {
  return await grantRows(database)
    .$if(ownerId !== null, (query) => query.where("oauth_grant.user_id", "=", ownerId ?? ""))
    .where("oauth_grant.expires_at", ">", now.toISOString())
    .orderBy("oauth_grant.created_at", "desc")
    .orderBy("oauth_grant.id")
    .execute();
}

export async function findOauthGrant(database: AppDatabase, id: string): Promise<OauthGrant | undefined> {
  return await grantRows(database).where("oauth_grant.id", "=", id).executeTakeFirst();
}

/** The number of a user's connected clients other than this one. */
export async function countOtherOauthGrants(
  database: AppDatabase,
  { userId, clientId }: { readonly userId: string; readonly clientId: string },
  now: Date,
): Promise<number> {
  const { count } = await database
    .selectFrom("oauth_grant")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("client_id", "!=", clientId)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a grant and returns its id. It replaces the earlier one of the same client and user, with its tokens. */
export async function replaceOauthGrant(database: AppDatabase, grant: NewOauthGrant, now: Date): Promise<string> {
  const { clientId, userId } = grant;
  await database.deleteFrom("oauth_grant").where("client_id", "=", clientId).where("user_id", "=", userId).execute();
  // Nobody can use these any more.
  await database.deleteFrom("oauth_grant").where("expires_at", "<=", now.toISOString()).execute();
  const id = randomUUID();
  await database
    .insertInto("oauth_grant")
    .values({
      id,
      client_id: clientId,
      user_id: userId,
      redirect_host: grant.redirectHost,
      access: grant.access,
      workspace_id: grant.workspaceId,
      created_at: now.toISOString(),
      expires_at: grant.expiresAt,
      last_used_at: null,
    })
    .execute();
  return id;
}

/** Deletes a grant and with it all its tokens: they are refused from the next request on. */
export async function deleteOauthGrant(database: AppDatabase, id: string): Promise<void> {
  await database.deleteFrom("oauth_grant").where("id", "=", id).execute();
}
