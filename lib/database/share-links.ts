import { randomUUID } from "node:crypto";
import type { SharedKind } from "@/lib/api/contract/app/share-links";
import type { AppDatabase } from "./app-database";
import { secretDigest } from "./secret-digest";
import type { User } from "./users";
import { effectiveRole } from "./workspace-roles";

/** A link as lists show it, without the secret part of its address. */
export interface ShareLink {
  readonly id: string;
  readonly kind: SharedKind;
  readonly targetId: string;
  readonly title: string;
  readonly workspaceId: string;
  readonly workspaceSlug: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly revokedAt: string | null;
  readonly lastOpenedAt: string | null;
  readonly openCount: number;
}

export interface NewShareLink extends Pick<ShareLink, "workspaceId" | "ownerId" | "kind" | "targetId" | "title"> {
  readonly expiresAt: string;
}

/** What a valid link shows, and the user who answers for it. */
export interface OpenedShareLink {
  readonly id: string;
  readonly kind: SharedKind;
  readonly targetId: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly expiresAt: string;
  readonly owner: User;
}

function linkRows(database: AppDatabase) {
  return database
    .selectFrom("share_link")
    .innerJoin("user", "user.id", "share_link.owner_id")
    .innerJoin("workspace", "workspace.id", "share_link.workspace_id")
    .select(["share_link.id", "share_link.kind", "share_link.target_id as targetId", "share_link.title"])
    .select(["share_link.workspace_id as workspaceId", "workspace.slug as workspaceSlug"])
    .select(["share_link.owner_id as ownerId", "user.name as ownerName", "share_link.created_at as createdAt"])
    .select(["share_link.expires_at as expiresAt", "share_link.revoked_at as revokedAt"])
    .select(["share_link.last_opened_at as lastOpenedAt", "share_link.open_count as openCount"]);
}

/** All links, or those of one user: the newest first, revoked ones last. */
export async function listShareLinks(database: AppDatabase, ownerId: string | null): Promise<ShareLink[]> {
  return await linkRows(database)
    .$if(ownerId !== null, (query) => query.where("share_link.owner_id", "=", ownerId ?? ""))
    .orderBy((eb) => eb("share_link.revoked_at", "is not", null))
    .orderBy("share_link.created_at", "desc")
    .orderBy("share_link.id")
    .execute();
}

export async function findShareLink(database: AppDatabase, id: string): Promise<ShareLink | undefined> {
  return await linkRows(database).where("share_link.id", "=", id).executeTakeFirst();
}

/** The number of a user's links that are neither revoked nor expired. */
export async function countActiveShareLinks(database: AppDatabase, ownerId: string, now: Date): Promise<number> {
  const { count } = await database
    .selectFrom("share_link")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("owner_id", "=", ownerId)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores the hash of a link's token and returns the link's id. The token itself is not stored. */
export async function insertShareLink(
  database: AppDatabase,
  token: string,
  link: NewShareLink,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  await database
    .insertInto("share_link")
    .values({
      id,
      digest: secretDigest(token),
      workspace_id: link.workspaceId,
      owner_id: link.ownerId,
      kind: link.kind,
      target_id: link.targetId,
      title: link.title,
      created_at: now.toISOString(),
      expires_at: link.expiresAt,
      revoked_at: null,
      last_opened_at: null,
    })
    .execute();
  return id;
}

/** Revokes a link; revoking it again changes nothing. */
export async function revokeShareLink(database: AppDatabase, id: string, now: Date): Promise<void> {
  await database
    .updateTable("share_link")
    .set({ revoked_at: now.toISOString() })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .execute();
}

/**
 * Returns what a link's token shows, or undefined when the link is unknown, revoked or expired, its workspace does not
 * allow links, or its owner can no longer sign in or create links there. The link is found by the token's hash, so no
 * comparison depends on the token itself.
 */
export async function findOpenedShareLink(
  database: AppDatabase,
  token: string,
  now: Date,
): Promise<OpenedShareLink | undefined> {
  const row = await database
    .selectFrom("share_link")
    .innerJoin("user", "user.id", "share_link.owner_id")
    .innerJoin("workspace", "workspace.id", "share_link.workspace_id")
    .leftJoin("workspace_role", (join) =>
      join
        .onRef("workspace_role.workspace_id", "=", "workspace.id")
        .onRef("workspace_role.user_id", "=", "share_link.owner_id"),
    )
    .select(["share_link.id", "share_link.kind", "share_link.target_id", "share_link.expires_at"])
    .select(["workspace.connection_id", "workspace.project_id", "workspace_role.role as own_role"])
    .select(["user.id as user_id", "user.name", "user.email", "user.role"])
    .where("share_link.digest", "=", secretDigest(token))
    .where("share_link.revoked_at", "is", null)
    .where("share_link.expires_at", ">", now.toISOString())
    .where("workspace.is_sharing_allowed", "=", 1)
    .where("user.is_disabled", "=", 0)
    .executeTakeFirst();
  const role = row ? effectiveRole(row.role, row.own_role) : null;
  if (!row || role === null || role === "viewer") return undefined;
  return {
    id: row.id,
    kind: row.kind,
    targetId: row.target_id,
    connectionId: row.connection_id,
    projectId: row.project_id,
    expiresAt: row.expires_at,
    owner: { id: row.user_id, name: row.name, email: row.email, role: row.role },
  };
}

/** Records that a link was opened. */
export async function recordShareLinkOpened(database: AppDatabase, id: string, now: Date): Promise<void> {
  await database
    .updateTable("share_link")
    .set((eb) => ({ last_opened_at: now.toISOString(), open_count: eb("open_count", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

export interface SharingWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly isSharingAllowed: boolean;
}

/** All workspaces, with whether links to their traces and threads may exist. */
export async function listSharingWorkspaces(database: AppDatabase): Promise<SharingWorkspace[]> {
  const rows = await database
    .selectFrom("workspace")
    .select(["id", "slug", "is_sharing_allowed"])
    .orderBy("slug")
    .execute();
  return rows.map(({ id, slug, is_sharing_allowed: flag }) => ({ id, slug, isSharingAllowed: flag === 1 }));
}

/** Returns the workspace after the change; undefined when there is no such workspace. */
export async function setSharingAllowed(
  database: AppDatabase,
  workspaceId: string,
  isAllowed: boolean,
): Promise<SharingWorkspace | undefined> {
  const row = await database
    .updateTable("workspace")
    .set({ is_sharing_allowed: isAllowed ? 1 : 0 })
    .where("id", "=", workspaceId)
    .returning(["id", "slug"])
    .executeTakeFirst();
  return row && { ...row, isSharingAllowed: isAllowed };
}
