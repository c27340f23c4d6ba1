import type { z } from "zod";
import type { shareLink } from "@/lib/api/contract/app/share-links";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { generateShareToken } from "@/lib/auth/share-token";
import { highestRole, roleInWorkspace, visibleWorkspaces } from "@/lib/auth/workspace-roles";
import type { AppDatabase } from "@/lib/database/app-database";
import {
  countActiveShareLinks,
  findShareLink,
  insertShareLink,
  listShareLinks,
  listSharingWorkspaces,
  revokeShareLink as revoke,
  type ShareLink,
  setSharingAllowed,
} from "@/lib/database/share-links";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";

const MAX_ACTIVE_LINKS_PER_USER = 200;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether the user may see and revoke a link: their own, or any of a workspace in which they are an admin. */
function mayRevoke({ ownerId, workspaceId }: ShareLink, call: AppCall): boolean {
  const { user } = signedIn(call);
  const role = roleInWorkspace(user, workspaceId);
  return role !== null && (ownerId === user.id || hasRole(role, "admin"));
}

function toListedLink(link: ShareLink, call: AppCall): z.infer<typeof shareLink> {
  return { ...link, isRevocable: link.revokedAt === null && mayRevoke(link, call) };
}

function noSuchLink(): RequestFailedError {
  const message = "This link does not exist, or it belongs to another user.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "share-link" });
}

async function requireLink(database: AppDatabase, id: string): Promise<ShareLink> {
  const link = await findShareLink(database, id);
  if (!link) throw noSuchLink();
  return link;
}

/** What the audit log says of a link. */
const nameOf = ({ kind, targetId, workspaceSlug }: Pick<ShareLink, "kind" | "targetId" | "workspaceSlug">) =>
  `${kind} ${targetId} of ${workspaceSlug}`;

export const listLinks: AppHandler<"shareLinks.list"> = async (_input, call) => {
  const { user } = signedIn(call);
  const { database } = call.dashboard;
  const links = await listShareLinks(database, hasRole(highestRole(user), "admin") ? null : user.id);
  const workspaces = visibleWorkspaces(user, await listSharingWorkspaces(database));
  const visible = links.filter((link) => mayRevoke(link, call));
  return { links: visible.map((link) => toListedLink(link, call)), workspaces };
};

export const createLink: AppHandler<"shareLinks.create"> = async (input, call) => {
  const { dashboard } = call;
  const ownerId = signedIn(call).user.id;
  const workspaces = await listSharingWorkspaces(dashboard.database);
  const workspace = workspaces.find(({ id }) => id === input.workspaceId);
  if (!workspace) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
  const token = generateShareToken();
  const target = nameOf({ ...input, workspaceSlug: workspace.slug });
  const stored = await audited(call, "share-link.created", target, async (database, now) => {
    const current = (await listSharingWorkspaces(database)).find(({ id }) => id === workspace.id);
    if (!current?.isSharingAllowed) {
      const message = `An admin has not allowed links in the workspace ${workspace.slug}: Settings → Share links.`;
      throw new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "sharing" });
    }
    if ((await countActiveShareLinks(database, ownerId, now)) >= MAX_ACTIVE_LINKS_PER_USER) {
      throw inputFailed([], `You have ${MAX_ACTIVE_LINKS_PER_USER} active links. Revoke one first.`, "too_many");
    }
    const { workspaceId, kind, targetId, title, lifetimeDays } = input;
    const expiresAt = new Date(now.getTime() + lifetimeDays * DAY_MS).toISOString();
    const link = { workspaceId, ownerId, kind, targetId, title, expiresAt };
    return await requireLink(database, await insertShareLink(database, token, link, now));
  });
  return { ...toListedLink(stored, call), url: `${dashboard.environment.publicUrl}/share/${token}` };
};

export const revokeLink: AppHandler<"shareLinks.revoke"> = async ({ id }, call) => {
  const link = await requireLink(call.dashboard.database, id);
  // The same answer as for an unknown id: other users' links are not listed either.
  if (!mayRevoke(link, call)) throw noSuchLink();
  requireRole(signedIn(call), "member", roleInWorkspace(signedIn(call).user, link.workspaceId) ?? "viewer");
  const revoked = await audited(call, "share-link.revoked", nameOf(link), async (database, now) => {
    await revoke(database, id, now);
    return await requireLink(database, id);
  });
  return { link: toListedLink(revoked, call) };
};

export const setLinksAllowed: AppHandler<"shareLinks.setAllowed"> = async ({ workspaceId, isAllowed }, call) => {
  const workspaces = await listSharingWorkspaces(call.dashboard.database);
  const slug = workspaces.find(({ id }) => id === workspaceId)?.slug ?? workspaceId;
  const workspace = await audited(call, isAllowed ? "sharing.allowed" : "sharing.stopped", slug, async (database) => {
    const changed = await setSharingAllowed(database, workspaceId, isAllowed);
    if (!changed) throw inputFailed(["workspaceId"], "Workspace not found", "missing");
    return changed;
  });
  return { workspace };
};
