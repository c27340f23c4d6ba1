import { randomUUID } from "node:crypto";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AppDatabase } from "./app-database";
import { secretDigest } from "./secret-digest";
import { type SessionUser, sessionUserOf } from "./workspace-roles";

/** How stale `last_used_at` may be: not every request writes. */
const LAST_USED_WRITE_INTERVAL_MS = 60_000;

/** Returns whether the time of a last use is stale enough to be written again. */
export function isLastUseStale(lastUsedAt: string | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) >= LAST_USED_WRITE_INTERVAL_MS;
}

/** A key as lists show it, without the secret. */
export interface AgentKey {
  readonly id: string;
  readonly name: string;
  readonly access: AgentAccess;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly workspaceId: string | null;
  readonly workspaceSlug: string | null;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

export interface NewAgentKey {
  readonly name: string;
  readonly access: AgentAccess;
  readonly ownerId: string;
  readonly workspaceId: string | null;
  readonly expiresAt: string | null;
}

/** The owner of a valid key or access token, with the current role, and what it allows. */
export interface AgentKeyOwner {
  /** Id of the key, or of the grant that the token belongs to. */
  readonly keyId: string;
  readonly user: SessionUser;
  readonly access: AgentAccess;
  readonly workspaceId: string | null;
  readonly expiresAt: string | null;
}

function keyRows(database: AppDatabase) {
  return database
    .selectFrom("agent_key")
    .innerJoin("user", "user.id", "agent_key.user_id")
    .leftJoin("workspace", "workspace.id", "agent_key.workspace_id")
    .select(["agent_key.id", "agent_key.name", "agent_key.access", "agent_key.user_id as ownerId"])
    .select(["user.name as ownerName", "agent_key.workspace_id as workspaceId", "workspace.slug as workspaceSlug"])
    .select(["agent_key.created_at as createdAt", "agent_key.expires_at as expiresAt"])
    .select(["agent_key.last_used_at as lastUsedAt", "agent_key.revoked_at as revokedAt"]);
}

/** All keys, or those of one user: active ones first, the newest of them first. */
export async function listAgentKeys(database: AppDatabase, ownerId: string | null): Promise<AgentKey[]> {
  return await keyRows(database)
    .$if(ownerId !== null, (query) => query.where("agent_key.user_id", "=", ownerId ?? ""))
    .orderBy((eb) => eb("agent_key.revoked_at", "is not", null))
    .orderBy("agent_key.created_at", "desc")
    .orderBy("agent_key.id")
    .execute();
}

export async function findAgentKey(database: AppDatabase, id: string): Promise<AgentKey | undefined> {
  return await keyRows(database).where("agent_key.id", "=", id).executeTakeFirst();
}

/** The number of a user's keys that are neither revoked nor expired. */
export async function countActiveAgentKeys(database: AppDatabase, ownerId: string, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom("agent_key")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", ownerId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now.toISOString())]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores the hash of a key and returns its id. The key itself is not stored. */
export async function insertAgentKey(
  database: AppDatabase,
  secret: string,
  key: NewAgentKey,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await database
    .insertInto("agent_key")
    .values({
      id,
      user_id: key.ownerId,
      name: key.name,
      digest: secretDigest(secret),
      access: key.access,
      workspace_id: key.workspaceId,
      created_at: now.toISOString(),
      expires_at: key.expiresAt,
      last_used_at: null,
      revoked_at: null,
    })
    .execute();
  return id;
}

/** Revokes a key; revoking it again changes nothing. */
export async function revokeAgentKey(database: AppDatabase, id: string, now: Date): Promise<void> {
  await database
    .updateTable("agent_key")
    .set({ revoked_at: now.toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Returns the owner of a key, or undefined when it is unknown, revoked or expired, or its owner's account is disabled.
 * Updates the time of its last use. The key is found by its hash, so no comparison depends on the key itself.
 */
export async function findAgentKeyOwner(
  database: AppDatabase,
  secret: string,
  now: Date,
): Promise<AgentKeyOwner | undefined> {
  const rows = await database
    .selectFrom("agent_key")
    .innerJoin("user", "user.id", "agent_key.user_id")
    .leftJoin("workspace_role", "workspace_role.user_id", "user.id")
    .leftJoin("workspace", "workspace.id", "workspace_role.workspace_id")
    .select(["agent_key.id", "agent_key.access", "agent_key.workspace_id", "agent_key.expires_at"])
    .select(["agent_key.last_used_at", "user.id as user_id", "user.name", "user.email", "user.role"])
    .select(["workspace_role.role as own_role", "workspace.id as own_workspace"])
    .select(["workspace.connection_id as own_connection", "workspace.project_id as own_project"])
    .where("agent_key.digest", "=", secretDigest(secret))
    .where("agent_key.revoked_at", "is", null)
    .where("user.is_disabled", "=", 0)
    .execute();
  const [row] = rows;
  const user = sessionUserOf(rows);
  if (!row || !user || (row.expires_at !== null && Date.parse(row.expires_at) <= now.getTime())) return undefined;
  if (isLastUseStale(row.last_used_at, now)) {
    await database.updateTable("agent_key").set({ last_used_at: now.toISOString() }).where("id", "=", row.id).execute();
  }
  return {
    keyId: row.id,
    user,
    access: row.access,
    workspaceId: row.workspace_id,
    expiresAt: row.expires_at,
  };
}
