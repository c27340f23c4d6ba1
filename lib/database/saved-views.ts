import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";

/** A page of a workspace that views belong to. */
export interface ViewPage {
  readonly workspaceId: string;
  readonly page: string;
}

export interface SavedView extends ViewPage {
  readonly id: string;
  readonly name: string;
  readonly query: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly isShared: boolean;
}

function rows(database: AppDatabase) {
  return database
    .selectFrom("saved_view")
    .innerJoin("user", "user.id", "saved_view.owner_id")
    .select(["saved_view.id", "saved_view.workspace_id", "saved_view.page", "saved_view.name", "saved_view.query"])
    .select(["saved_view.owner_id", "saved_view.is_shared", "user.name as owner_name"]);
}

type Row = Awaited<ReturnType<ReturnType<typeof rows>["executeTakeFirstOrThrow"]>>;

function fromRow(row: Row): SavedView {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    page: row.page,
    name: row.name,
    query: row.query,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    isShared: row.is_shared === 1,
  };
}

/** The views of a page that a user sees: their own and the shared ones, by name. */
export async function listSavedViews(database: AppDatabase, viewPage: ViewPage, userId: string): Promise<SavedView[]> {
  const views = await rows(database)
    .where("saved_view.workspace_id", "=", viewPage.workspaceId)
    .where("saved_view.page", "=", viewPage.page)
    .where((eb) => eb.or([eb("saved_view.owner_id", "=", userId), eb("saved_view.is_shared", "=", 1)]))
    .orderBy("saved_view.name")
    .orderBy("saved_view.created_at")
    .execute();
  return views.map(fromRow);
}

export async function findSavedView(database: AppDatabase, id: string): Promise<SavedView | undefined> {
  const row = await rows(database).where("saved_view.id", "=", id).executeTakeFirst();
  return row && fromRow(row);
}

/** @throws a unique violation when the user already has a view of this name on the page. */
export async function insertSavedView(
  database: AppDatabase,
  view: Pick<SavedView, "workspaceId" | "page" | "name" | "query" | "ownerId" | "isShared">,
  now: Date,
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  await database
    .insertInto("saved_view")
    .values({
      id,
      workspace_id: view.workspaceId,
      page: view.page,
      name: view.name,
      query: view.query,
      owner_id: view.ownerId,
      is_shared: view.isShared ? 1 : 0,
      created_at: at,
      updated_at: at,
    })
    .execute();
  return id;
}

/** A view that is no longer shared stops being other users' default. @throws a unique violation for a taken name. */
export async function replaceSavedView(
  database: AppDatabase,
  view: Pick<SavedView, "id" | "name" | "query" | "isShared" | "ownerId">,
  now: Date,
): Promise<void> {
  const { name, query } = view;
  await database
    .updateTable("saved_view")
    .set({ name, query, is_shared: view.isShared ? 1 : 0, updated_at: now.toISOString() })
    .where("id", "=", view.id)
    .execute();
  if (view.isShared) return;
  await database
    .deleteFrom("default_view")
    .where("view_id", "=", view.id)
    .where("user_id", "!=", view.ownerId)
    .execute();
}

/** Deletes a view, also as a default. */
export async function deleteSavedView(database: AppDatabase, id: string): Promise<void> {
  await database.deleteFrom("saved_view").where("id", "=", id).execute();
}

/** Returns the view that a page opens with for a user. */
export async function findDefaultView(
  database: AppDatabase,
  viewPage: ViewPage,
  userId: string,
): Promise<Pick<SavedView, "id" | "query"> | undefined> {
  return await database
    .selectFrom("default_view")
    .innerJoin("saved_view", "saved_view.id", "default_view.view_id")
    .select(["saved_view.id", "saved_view.query"])
    .where("default_view.user_id", "=", userId)
    .where("default_view.workspace_id", "=", viewPage.workspaceId)
    .where("default_view.page", "=", viewPage.page)
    .executeTakeFirst();
}

/** @param viewId null to open the page without a view */
export async function setDefaultView(
  database: AppDatabase,
  { workspaceId, page }: ViewPage,
  userId: string,
  viewId: string | null,
): Promise<void> {
  const key = { user_id: userId, workspace_id: workspaceId, page };
  if (viewId === null) {
    await database
      .deleteFrom("default_view")
      .where("user_id", "=", userId)
      .where("workspace_id", "=", workspaceId)
      .where("page", "=", page)
      .execute();
    return;
  }
  await database
    .insertInto("default_view")
    .values({ ...key, view_id: viewId })
    .onConflict((conflict) => conflict.columns(["user_id", "workspace_id", "page"]).doUpdateSet({ view_id: viewId }))
    .execute();
}
