import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

export interface Workspace {
  readonly id: string;
  readonly slug: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly createdAt: string;
}

function rows(database: AppDatabase) {
  return database
    .selectFrom("workspace")
    .select(["id", "slug", "connection_id as connectionId", "project_id as projectId", "created_at as createdAt"]);
}

export async function listWorkspaces(database: AppDatabase): Promise<Workspace[]> {
  return await rows(database).orderBy("slug").execute();
}

export async function findWorkspace(database: AppDatabase, id: string): Promise<Workspace | undefined> {
  return await rows(database).where("id", "=", id).executeTakeFirst();
}

export async function findWorkspaceBySlug(database: AppDatabase, slug: string): Promise<Workspace | undefined> {
  return await rows(database).where("slug", "=", slug).executeTakeFirst();
}

/** The projects of a connection that have a workspace. */
export async function listProjectsOfConnection(database: AppDatabase, connectionId: string): Promise<string[]> {
  const query = database.selectFrom("workspace").select("project_id").where("connection_id", "=", connectionId);
  return (await query.execute()).map((row) => row.project_id);
}

/**
 * Returns the workspaces for an SDK's path /{entity}/{project}/…: one for each connection that has the project. The
 * embedded service's is the first (its SDK printed the path), then come the oldest.
 */
export async function listWorkspacesOfProject(
  database: AppDatabase,
  entity: string,
  project: string,
): Promise<Workspace[]> {
  return await rows(database)
    .where("project_id", "=", `${entity}/${project}`)
    .orderBy((eb) => eb("connection_id", "=", "local"), "desc")
    .orderBy("created_at")
    .execute();
}

/** @throws a unique violation when the slug, or the pair of connection and project, is taken. */
export async function insertWorkspace(
  database: AppDatabase,
  workspace: Pick<Workspace, "slug" | "connectionId" | "projectId">,
  now: Date,
): Promise<Workspace> {
  const created = { id: randomUUID(), ...workspace, createdAt: now.toISOString() };
  await database
    .insertInto("workspace")
    .values({
      id: created.id,
      slug: created.slug,
      connection_id: created.connectionId,
      project_id: created.projectId,
      created_at: created.createdAt,
    })
    .execute();
  return created;
}

/** Returns false when there is no such workspace. @throws a unique violation when the slug is taken. */
export async function renameWorkspace(database: AppDatabase, id: string, slug: string): Promise<boolean> {
  const result = await database.updateTable("workspace").set({ slug }).where("id", "=", id).executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Returns false when there is no such workspace. */
export async function deleteWorkspace(database: AppDatabase, id: string): Promise<boolean> {
  const result = await database.deleteFrom("workspace").where("id", "=", id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}
