import type { z } from "zod";
import type { savedView } from "@/lib/api/contract/app/saved-views";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { roleInWorkspace } from "@/lib/auth/workspace-roles";
import {
  deleteSavedView,
  findDefaultView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  replaceSavedView,
  type SavedView,
  setDefaultView,
} from "@/lib/database/saved-views";
import { findWorkspace } from "@/lib/database/workspaces";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";

type ViewResult = z.infer<typeof savedView>;

function noSuchView(): RequestFailedError {
  const message = "View not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "view" });
}

function toView(view: SavedView, defaultId: string | undefined, call: AppCall): ViewResult {
  const { id, name, query, isShared, ownerName } = view;
  const isOwn = view.ownerId === signedIn(call).user.id;
  return { id, name, query, isShared, isOwn, ownerName, isDefault: id === defaultId };
}

async function toStoredResult(id: string, call: AppCall): Promise<{ view: ViewResult }> {
  const { database } = call.dashboard;
  const view = await findSavedView(database, id);
  if (!view) throw noSuchView();
  const chosen = await findDefaultView(database, view, signedIn(call).user.id);
  return { view: toView(view, chosen?.id, call) };
}

/** A view, and the user's role in its workspace. */
interface VisibleView {
  readonly view: SavedView;
  readonly role: Role;
}

/** Returns a view that the user may see; those of other users and of workspaces without access are treated as missing. */
async function requireVisible(id: string, call: AppCall, database = call.dashboard.database): Promise<VisibleView> {
  const view = await findSavedView(database, id);
  const { user } = signedIn(call);
  if (!view || !(view.isShared || view.ownerId === user.id)) throw noSuchView();
  const role = roleInWorkspace(user, view.workspaceId);
  if (role === null) throw noSuchView();
  return { view, role };
}

async function requireEditable(id: string, call: AppCall, database = call.dashboard.database): Promise<VisibleView> {
  const visible = await requireVisible(id, call, database);
  const { view, role } = visible;
  if (view.ownerId === signedIn(call).user.id || hasRole(role, "admin")) return visible;
  const message = `This view belongs to ${view.ownerName}. Only its owner or an admin can change it.`;
  throw new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "role" });
}

function nameTaken(error: unknown): never {
  if (isUniqueViolation(error))
    throw inputFailed(["name"], "You already have a view with this name on this page", "taken");
  throw error;
}

export const listViews: AppHandler<"views.list"> = async (place, call) => {
  const { database } = call.dashboard;
  const { id: userId } = signedIn(call).user;
  const chosen = await findDefaultView(database, place, userId);
  return { views: (await listSavedViews(database, place, userId)).map((view) => toView(view, chosen?.id, call)) };
};

export const createView: AppHandler<"views.create"> = async (input, call) => {
  const session = signedIn(call);
  if (input.isShared) requireRole(session, "member", call.role);
  const workspace = await findWorkspace(call.dashboard.database, input.workspaceId);
  if (!workspace) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  const view = { ...input, ownerId: session.user.id };
  const id = await audited(call, "view.saved", `${input.name} of ${workspace.slug}`, (database, now) =>
    insertSavedView(database, view, now),
  ).catch(nameTaken);
  return await toStoredResult(id, call);
};

export const updateView: AppHandler<"views.update"> = async ({ id, name, query, isShared }, call) => {
  await audited(call, "view.saved", name ?? id, async (database, now) => {
    const { view: before, role } = await requireEditable(id, call, database);
    const after = {
      ...before,
      name: name ?? before.name,
      query: query ?? before.query,
      isShared: isShared ?? before.isShared,
    };
    if (after.isShared && !before.isShared) requireRole(signedIn(call), "member", role);
    await replaceSavedView(database, after, now);
  }).catch(nameTaken);
  return await toStoredResult(id, call);
};

export const deleteView: AppHandler<"views.delete"> = async ({ id }, call) => {
  const { view } = await requireEditable(id, call);
  await audited(call, "view.deleted", view.name, (database) => deleteSavedView(database, id));
  return {};
};

export const setDefault: AppHandler<"views.setDefault"> = async ({ viewId, ...place }, call) => {
  if (viewId !== null) {
    const { view } = await requireVisible(viewId, call);
    if (view.workspaceId !== place.workspaceId || view.page !== place.page) throw noSuchView();
  }
  await setDefaultView(call.dashboard.database, place, signedIn(call).user.id, viewId);
  return {};
};
