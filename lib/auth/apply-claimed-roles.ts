import type { WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { hasOtherAdmin, setRole, type User } from "@/lib/database/users";
import { effectiveRole, findOwnRole, setOwnRole } from "@/lib/database/workspace-roles";
import { findWorkspaceBySlug } from "@/lib/database/workspaces";
import type { ClaimedRoles } from "./oidc-roles";
import { hasRole } from "./roles";

/** What a user may no longer write: everywhere, or in the project of a connection. */
export type LostWriting = "everywhere" | { readonly connectionId: string; readonly projectId: string };

/** A user whose roles are those of the provider's claims, and where they may no longer write. */
export interface AppliedRoles {
  readonly user: User;
  readonly lost: readonly LostWriting[];
}

async function record(
  database: AppDatabase,
  event: "member.role-changed" | "workspace-member.role-changed",
  target: string,
  isAllowed: boolean,
  now: Date,
): Promise<void> {
  await recordAudit(database, { event, actorId: null, target, isAllowed, requestId: null }, now);
}

/**
 * Gives a user the roles that the provider's claims say, in the transaction of the sign-in. The last admin stays one: without an
 * admin, nobody could manage users.
 */
export async function applyClaimedRoles(
  database: AppDatabase,
  user: User,
  { role, workspaces }: ClaimedRoles,
  now: Date,
): Promise<AppliedRoles> {
  let current = user;
  const lost: LostWriting[] = [];
  if (role !== null && role !== user.role) {
    const isKept = user.role === "admin" && !(await hasOtherAdmin(database, user.id));
    const words = `${user.email} ${user.role} to ${role}, by the provider${isKept ? ": refused, the last admin" : ""}`;
    await record(database, "member.role-changed", words, !isKept, now);
    if (!isKept) {
      await setRole(database, user.id, role);
      current = { ...user, role };
      if (role === "viewer") lost.push("everywhere");
    }
  }
  for (const [slug, own] of workspaces) {
    const project = await applyInWorkspace(database, current, slug, own, now);
    if (project !== null) lost.push(project);
  }
  return { user: current, lost };
}

/** @returns the project of a workspace in which the user may no longer write; null otherwise */
async function applyInWorkspace(
  database: AppDatabase,
  user: User,
  slug: string,
  role: WorkspaceRole | null,
  now: Date,
): Promise<LostWriting | null> {
  const workspace = await findWorkspaceBySlug(database, slug);
  if (workspace === undefined || user.role === "admin") return null;
  const { id: workspaceId, connectionId, projectId } = workspace;
  const before = await findOwnRole(database, { userId: user.id, workspaceId });
  if (before === role) return null;
  await setOwnRole(database, { userId: user.id, workspaceId }, role);
  const words = `${user.email} in ${slug}: ${before ?? user.role} to ${role ?? user.role}, by the provider`;
  await record(database, "workspace-member.role-changed", words, true, now);
  const after = effectiveRole(user.role, role);
  return after !== null && hasRole(after, "member") ? null : { connectionId, projectId };
}
