import type { z } from "zod";
import { projectsListResult } from "@/lib/api/contract/admin/service-info";
import { reservedSlugs, type workspace } from "@/lib/api/contract/app/workspaces";
import { noSuchWorkspace } from "@/lib/api/server/answer/no-such-workspace";
import type { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { requestJson } from "@/lib/api/server/service-call/request-json";
import { findTarget, LOCAL_CONNECTION_ID, localTarget } from "@/lib/api/server/upstream/service-target";
import { requireRole } from "@/lib/auth/session";
import { roleInProject, roleInWorkspace, visibleWorkspaces } from "@/lib/auth/workspace-roles";
import type { AppDatabase } from "@/lib/database/app-database";
import { listConnections } from "@/lib/database/connections";
import { hasOwnRoles, type SessionUser } from "@/lib/database/workspace-roles";
import {
  deleteWorkspace as deleteStored,
  findWorkspace,
  insertWorkspace,
  listWorkspaces as listStored,
  renameWorkspace,
  type Workspace,
} from "@/lib/database/workspaces";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppHandler, audited, inputFailed, signedIn } from "./app-call";
import { readTest } from "./connections";

type WorkspaceResult = z.infer<typeof workspace>;

/** What a workspace says of its connection. */
type ShownConnection = Pick<WorkspaceResult, "knowsSources"> & { readonly name: string };

async function shownConnections({
  database,
  environment,
}: Pick<Dashboard, "database" | "environment">): Promise<ReadonlyMap<string, ShownConnection>> {
  const stored = await listConnections(database);
  // The embedded service is of the dashboard's own version; what others know was found by their last test.
  const local = { name: localTarget(environment).name, knowsSources: true };
  return new Map([
    [LOCAL_CONNECTION_ID, local],
    ...stored.map(({ id, name, lastTest }): [string, ShownConnection] => {
      return [id, { name, ...(readTest(lastTest)?.knowsSources ? { knowsSources: true } : {}) }];
    }),
  ]);
}

function toWorkspace(
  stored: Workspace,
  connections: ReadonlyMap<string, ShownConnection>,
  user: SessionUser,
): WorkspaceResult {
  const role = roleInWorkspace(user, stored.id);
  const { name: connectionName, ...known } = connections.get(stored.connectionId) ?? { name: stored.connectionId };
  return { ...stored, connectionName, ...known, ...(role === null || role === user.role ? {} : { role }) };
}

const MAX_SLUG_LENGTH = 56;

/**
 * Returns `airline-agent` for `team/Airline Agent`; `workspace` when no character of the name is allowed in an address.
 */
function slugOfProject(projectId: string): string {
  const name = projectId.slice(projectId.indexOf("/") + 1);
  const plain = name.normalize("NFKD").toLowerCase().replace(/\p{M}/gu, "");
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|(?<!-)-+$/g, "");
  return slug === "" || reservedSlugs.has(slug) ? `workspace${slug && `-${slug}`}` : slug;
}

/** Returns the first unused name of `air`, `air-2`, `air-3`, …. */
function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  let slug = wanted;
  for (let count = 2; taken.has(slug); count += 1) slug = `${wanted}-${count}`;
  return slug;
}

async function insertFree(
  database: AppDatabase,
  user: SessionUser,
  wanted: Pick<Workspace, "connectionId" | "projectId"> & { slug: string | undefined },
  now: Date,
): Promise<Workspace> {
  const existing = await listStored(database);
  const same = existing.find(
    ({ connectionId, projectId }) => connectionId === wanted.connectionId && projectId === wanted.projectId,
  );
  if (same) {
    const name = roleInWorkspace(user, same.id) === null ? "Another workspace" : `The workspace ${same.slug}`;
    throw inputFailed(["projectId"], `${name} already uses this project`, "taken");
  }
  const taken = new Set(existing.map(({ slug }) => slug));
  if (wanted.slug !== undefined && taken.has(wanted.slug)) throw slugTaken();
  const slug = wanted.slug ?? freeSlug(slugOfProject(wanted.projectId), taken);
  return await insertWorkspace(database, { ...wanted, slug }, now);
}

function slugTaken(): RequestFailedError {
  return inputFailed(["slug"], "Another workspace already has this name", "taken");
}

export const handleListWorkspaces: AppHandler<"workspaces.list"> = async (_input, call) => {
  const { dashboard } = call;
  const { user } = signedIn(call);
  const connections = await shownConnections(dashboard);
  const visible = visibleWorkspaces(user, await listStored(dashboard.database));
  return { workspaces: visible.map((stored) => toWorkspace(stored, connections, user)) };
};

export const createWorkspace: AppHandler<"workspaces.create"> = async (input, call) => {
  const { environment } = call.dashboard;
  const { user } = signedIn(call);
  const wanted = { connectionId: input.connectionId, projectId: input.projectId, slug: input.slug };
  const created = await audited(call, "workspace.created", input.projectId, async (database, now) => {
    // In the transaction, since no key of the table refers to the connection.
    const connections = await shownConnections({ database, environment });
    if (!connections.has(input.connectionId)) throw inputFailed(["connectionId"], "Connection not found", "missing");
    return toWorkspace(await insertFree(database, user, wanted, now), connections, user);
  });
  return { workspace: created };
};

export const updateWorkspace: AppHandler<"workspaces.update"> = async ({ id, slug }, call) => {
  const { dashboard } = call;
  const hasChanged = await audited(call, "workspace.renamed", id, async (database) => {
    if (!(await renameWorkspace(database, id, slug))) throw noSuchWorkspace();
    return true;
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? slugTaken() : error;
  });
  const stored = hasChanged ? await findWorkspace(dashboard.database, id) : undefined;
  if (!stored) throw noSuchWorkspace();
  return { workspace: toWorkspace(stored, await shownConnections(dashboard), signedIn(call).user) };
};

export const handleDeleteWorkspace: AppHandler<"workspaces.delete"> = async ({ id }, call) => {
  await audited(call, "workspace.deleted", id, async (database) => {
    // Without the workspace, its users have the role of the instance in the project again.
    if (await hasOwnRoles(database, id)) requireRole(signedIn(call), "admin", call.role);
    if (!(await deleteStored(database, id))) throw noSuchWorkspace();
  });
  return {};
};

export const listAvailableProjects: AppHandler<"workspaces.offered"> = async ({ connectionId }, call) => {
  const { dashboard } = call;
  const target = await findTarget(dashboard, connectionId);
  if (!target) throw inputFailed(["connectionId"], "Connection not found", "missing");
  const question = { operation: "projects.list", target, userId: signedIn(call).user.id } as const;
  const { projects } = await requestJson(dashboard, question, projectsListResult, call);
  const { user } = signedIn(call);
  const workspaces = await listStored(dashboard.database);
  const visible = projects.filter((project) => roleInProject(user, connectionId, project.project_id) !== null);
  return {
    projects: visible.map((project) => ({
      projectId: project.project_id,
      callCount: project.call_count ?? null,
      lastCallAt: project.last_call_at ?? null,
      workspaceSlug:
        workspaces.find((item) => item.connectionId === connectionId && item.projectId === project.project_id)?.slug ??
        null,
    })),
  };
};
