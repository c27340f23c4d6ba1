import { cookies } from "next/headers";
import { cache } from "react";
import { readSession } from "@/lib/auth/session";
import { roleInWorkspace, visibleWorkspaces } from "@/lib/auth/workspace-roles";
import { findDefaultView } from "@/lib/database/saved-views";
import type { LiveSession } from "@/lib/database/sessions";
import {
  findWorkspaceBySlug,
  listWorkspaces,
  listWorkspacesOfProject,
  type Workspace,
} from "@/lib/database/workspaces";
import { auditNoAccess } from "./audit-no-access";
import { runningDashboard } from "./dashboard";

async function cookieHeader(): Promise<string> {
  const all = (await cookies()).getAll();
  return all.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ");
}

/** For server components: the live session of the page's visitor, or undefined. Read once for all parts of a page. */
export const pageSession: () => Promise<LiveSession | undefined> = cache(async () => {
  // Cookies first: they end a build's attempt to render the page, before it opens a database.
  const header = await cookieHeader();
  return await readSession(await runningDashboard(), header);
});

/** Returns all workspaces that exist for a user, by name. */
export async function pageWorkspaces({ user }: LiveSession): Promise<Workspace[]> {
  return visibleWorkspaces(user, await listWorkspaces((await runningDashboard()).database));
}

/** Returns the user's workspace of a path that SDKs print, /{entity}/{project}/…. */
export async function pageWorkspaceOfProject(
  { user }: LiveSession,
  entity: string,
  project: string,
): Promise<Workspace | undefined> {
  const { database } = await runningDashboard();
  return visibleWorkspaces(user, await listWorkspacesOfProject(database, entity, project))[0];
}

/** Returns the query string of the user's default view of a page; undefined for none. */
export async function pageDefaultView(session: LiveSession, slug: string, page: string): Promise<string | undefined> {
  const dashboard = await runningDashboard();
  const workspace = await findWorkspaceBySlug(dashboard.database, slug);
  if (!workspace) return undefined;
  if (roleInWorkspace(session.user, workspace.id) === null) {
    await auditNoAccess(dashboard, session, workspace.id, null);
    return undefined;
  }
  return (await findDefaultView(dashboard.database, { workspaceId: workspace.id, page }, session.user.id))?.query;
}
