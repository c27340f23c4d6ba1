import { dashboardContent, type SavedDashboard } from "@/lib/api/contract/app/dashboards";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { AppDatabase } from "@/lib/database/app-database";
import {
  deleteDashboard,
  findDashboard,
  insertDashboard,
  listDashboards,
  replaceDashboard,
} from "@/lib/database/dashboards";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";

/** Of one workspace: a menu lists them. */
const MAX_DASHBOARDS = 100;

function noSuchDashboard(): RequestFailedError {
  const message = "Dashboard not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "dashboard" });
}

function changedMeanwhile(by: string | null): RequestFailedError {
  const message = `${by ?? "Someone"} has saved this dashboard since you opened it. Your changes are still here: duplicate them, or reload to see the saved ones.`;
  return new RequestFailedError({ httpStatus: 409, kind: "validation", message, reason: "changed-meanwhile" });
}

async function read(database: AppDatabase, workspaceId: string, id: string): Promise<SavedDashboard> {
  const found = await findDashboard(database, workspaceId, id);
  if (!found) throw noSuchDashboard();
  const { content, version, updatedAt, updatedBy } = found;
  return { id, version, updatedAt, updatedBy, content: dashboardContent.parse(JSON.parse(content)) };
}

async function slugOf(database: AppDatabase, workspaceId: string): Promise<string> {
  const workspace = await findWorkspace(database, workspaceId);
  if (!workspace) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  return workspace.slug;
}

export const handleListDashboards: AppHandler<"dashboards.list"> = async ({ workspaceId }, call) => ({
  dashboards: await listDashboards(call.dashboard.database, workspaceId),
});

export const handleReadDashboard: AppHandler<"dashboards.read"> = async ({ workspaceId, id }, call) => ({
  dashboard: await read(call.dashboard.database, workspaceId, id),
});

export const handleSaveDashboard: AppHandler<"dashboards.save"> = async ({ workspaceId, before, content }, call) => {
  const { name, panels } = content;
  const userId = signedIn(call).user.id;
  const texts = { name, content: JSON.stringify(content), panelCount: panels.length, userId };
  const target = `${name} of ${await slugOf(call.dashboard.database, workspaceId)}`;
  return await audited(call, "dashboard.saved", target, async (database, now) => {
    if (before === null) {
      if ((await listDashboards(database, workspaceId)).length >= MAX_DASHBOARDS)
        throw inputFailed(["content"], `A workspace has at most ${MAX_DASHBOARDS} dashboards`, "too_many");
      const id = await insertDashboard(database, workspaceId, texts, now);
      return { dashboard: await read(database, workspaceId, id) };
    }
    const current = await findDashboard(database, workspaceId, before.id);
    if (!current) throw noSuchDashboard();
    const isReplaced = await replaceDashboard(database, { workspaceId, ...before }, texts, now);
    if (!isReplaced) throw changedMeanwhile(current.updatedBy);
    return { dashboard: await read(database, workspaceId, before.id) };
  });
};

export const handleDeleteDashboard: AppHandler<"dashboards.delete"> = async ({ workspaceId, id }, call) => {
  const { database } = call.dashboard;
  const slug = await slugOf(database, workspaceId);
  const found = await findDashboard(database, workspaceId, id);
  if (!found) throw noSuchDashboard();
  await audited(call, "dashboard.deleted", `${found.name} of ${slug}`, async (transaction) => {
    if ((await deleteDashboard(transaction, workspaceId, id)) === undefined) throw noSuchDashboard();
  });
  return {};
};
