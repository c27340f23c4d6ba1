import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

/** An HTML file that shows trajectories of a workspace in a sandboxed frame. */
export interface StoredRenderer {
  readonly id: string;
  readonly name: string;
  readonly match: { readonly key: string; readonly value: string } | null;
  readonly size: number;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
}

export interface RendererContent {
  readonly workspaceId: string;
  readonly name: string;
  readonly match: { readonly key: string; readonly value: string } | null;
  readonly html: string;
}

/** The renderers of a workspace, by name. */
export async function listRenderers(database: AppDatabase, workspaceId: string): Promise<StoredRenderer[]> {
  const rows = await database
    .selectFrom("renderer")
    .leftJoin("user", "user.id", "renderer.updated_by")
    .select(["renderer.id", "renderer.name", "renderer.metadata_key", "renderer.metadata_value"])
    .select(["renderer.size", "renderer.updated_at", "user.name as updated_by_name"])
    .where("renderer.workspace_id", "=", workspaceId)
    .orderBy("renderer.name")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    match: row.metadata_key === null ? null : { key: row.metadata_key, value: row.metadata_value ?? "" },
    size: row.size,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by_name,
  }));
}

export async function readRendererHtml(
  database: AppDatabase,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await database
    .selectFrom("renderer")
    .select("html")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.html;
}

/** Adds a renderer, or replaces the one of the same name. */
export async function saveRenderer(
  database: AppDatabase,
  { workspaceId, name, match, html }: RendererContent,
  userId: string,
  now: Date,
): Promise<void> {
  const content = {
    metadata_key: match?.key ?? null,
    metadata_value: match?.value ?? null,
    html,
    size: html.length,
    updated_at: now.toISOString(),
    updated_by: userId,
  };
  await database
    .insertInto("renderer")
    .values({ id: randomUUID(), workspace_id: workspaceId, name, ...content })
    .onConflict((conflict) => conflict.columns(["workspace_id", "name"]).doUpdateSet(content))
    .execute();
}

/** Returns the name of the deleted renderer; undefined when there is none. */
export async function deleteRenderer(
  database: AppDatabase,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await database
    .deleteFrom("renderer")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}
