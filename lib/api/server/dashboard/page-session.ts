import { cookies } from "next/headers";
import { cache } from "react";
import { readSession } from "@/lib/auth/session";
import { findDefaultView } from "@/lib/database/saved-views";
import type { LiveSession } from "@/lib/database/sessions";
import { findWorkspaceByProject, findWorkspaceBySlug, type Workspace } from "@/lib/database/workspaces";
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

/** Returns the workspace of a path that SDKs print, /{entity}/{project}/…. Check the session before. */
export async function pageWorkspaceOfProject(entity: string, project: string): Promise<Workspace | undefined> {
  return await findWorkspaceByProject((await runningDashboard()).database, entity, project);
}

/** Returns the query string of the user's default view of a page; undefined for none. Check the session before. */
export async function pageDefaultView(slug: string, page: string, userId: string): Promise<string | undefined> {
  const { database } = await runningDashboard();
  const workspace = await findWorkspaceBySlug(database, slug);
  return workspace && (await findDefaultView(database, { workspaceId: workspace.id, page }, userId))?.query;
}
