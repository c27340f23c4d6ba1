import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

/** A dashboard of a workspace. Its content is JSON text, which the contract has checked. */
export interface DashboardRecord {
  readonly id: string;
  readonly name: string;
  readonly content: string;
  readonly panelCount: number;
  readonly version: number;
  readonly updatedAt: string;
  /** Null when the user was removed. */
  readonly updatedBy: string | null;
}

interface DashboardTexts extends Pick<DashboardRecord, "name" | "content" | "panelCount"> {
  readonly userId: string;
}

function rows(database: AppDatabase, workspaceId: string) {
  return database
    .selectFrom("dashboard")
    .leftJoin("user", "user.id", "dashboard.updated_by")
    .select(["dashboard.id", "dashboard.name", "dashboard.panel_count", "dashboard.version"])
    .select(["dashboard.updated_at", "user.name as updated_by_name"])
    .where("dashboard.workspace_id", "=", workspaceId);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

const fromRow = (row: Row): Omit<DashboardRecord, "content"> => ({
  id: row.id,
  name: row.name,
  panelCount: row.panel_count,
  version: row.version,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by_name,
});

/** The dashboards of a workspace, by name. */
export async function listDashboards(
  database: AppDatabase,
  workspaceId: string,
): Promise<Omit<DashboardRecord, "content">[]> {
  const found = await rows(database, workspaceId).orderBy("dashboard.name").orderBy("dashboard.id").execute();
  return found.map(fromRow);
}

export async function findDashboard(
  database: AppDatabase,
  workspaceId: string,
  id: string,
): Promise<DashboardRecord | undefined> {
  const row = await rows(database, workspaceId)
    .select("dashboard.content")
    .where("dashboard.id", "=", id)
    .executeTakeFirst();
  return row && { ...fromRow(row), content: row.content };
}

const columnsOf = ({ name, content, panelCount, userId }: DashboardTexts, now: Date) => ({
  name,
  content,
  panel_count: panelCount,
  updated_at: now.toISOString(),
  updated_by: userId,
});

/** Returns the id of the new dashboard. */
export async function insertDashboard(
  database: AppDatabase,
  workspaceId: string,
  texts: DashboardTexts,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const row = { id, workspace_id: workspaceId, version: 1, ...columnsOf(texts, now) };
  await database.insertInto("dashboard").values(row).execute();
  return id;
}

/** Replaces the version that a user has read. Returns false when there is another one by now. */
export async function replaceDashboard(
  database: AppDatabase,
  { workspaceId, id, version }: { readonly workspaceId: string; readonly id: string; readonly version: number },
  texts: DashboardTexts,
  now: Date,
): Promise<boolean> {
  const changed = await database
    .updateTable("dashboard")
    .set({ version: version + 1, ...columnsOf(texts, now) })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Returns the name of the deleted dashboard; undefined when there is none. */
export async function deleteDashboard(
  database: AppDatabase,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const row = await database
    .deleteFrom("dashboard")
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}
