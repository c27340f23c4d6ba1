import { noSuchWorkspace } from "@/lib/api/server/answer/no-such-workspace";
import { inputFailed } from "@/lib/api/server/app-handlers/app-call";
import { LOCAL_CONNECTION_ID } from "@/lib/api/server/upstream/service-target";
import type { AppDatabase } from "@/lib/database/app-database";
import { effectiveRole, findOwnRole, listWorkspaceMembers, setOwnRole } from "@/lib/database/workspace-roles";
import { findWorkspace, type Workspace } from "@/lib/database/workspaces";
import { type AppHandler, audited } from "./app-call";
import { requireMember } from "./members";
import { revokeKeysOf } from "./service-keys";

async function requireWorkspace(database: AppDatabase, id: string): Promise<Workspace> {
  const workspace = await findWorkspace(database, id);
  if (!workspace) throw noSuchWorkspace();
  return workspace;
}

export const listMembersOfWorkspace: AppHandler<"workspaceMembers.list"> = async ({ workspaceId }, { dashboard }) => {
  const { id } = await requireWorkspace(dashboard.database, workspaceId);
  return { members: await listWorkspaceMembers(dashboard.database, id) };
};

/** Reads, checks and changes in one transaction: the audit log names the roles before and after. */
export const setRoleInWorkspace: AppHandler<"workspaceMembers.setRole"> = async (input, call) => {
  const { workspaceId, userId, role } = input;
  const { database } = call.dashboard;
  const workspace = await requireWorkspace(database, workspaceId);
  const member = await requireMember(database, userId);
  if (member.role === "admin") {
    throw inputFailed(["userId"], `${member.name} is an admin of all workspaces`, "admin");
  }
  const before = await findOwnRole(database, { userId, workspaceId });
  if (before === role) {
    call.trail.noteUnchanged();
    return { revokedKeyCount: 0 };
  }
  const words = `${member.email} in ${workspace.slug}: ${before ?? member.role} to ${role ?? member.role}`;
  await audited(call, "workspace-member.role-changed", words, async (transaction) => {
    await requireWorkspace(transaction, workspaceId);
    await requireMember(transaction, userId);
    await setOwnRole(transaction, { userId, workspaceId }, role);
  });
  const after = effectiveRole(member.role, role);
  const mayHaveKeys = after !== null && after !== "viewer";
  if (mayHaveKeys || workspace.connectionId !== LOCAL_CONNECTION_ID) return { revokedKeyCount: 0 };
  return { revokedKeyCount: await revokeKeysOf(call, userId, workspace.projectId) };
};
