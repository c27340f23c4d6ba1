import { type Role, roles } from "@/lib/api/contract/operation/app-operation";
import { effectiveRole, type SessionUser } from "@/lib/database/workspace-roles";
import { hasRole } from "./roles";

/** Returns the user's role in a workspace, that of the instance in an unknown one; null without access. */
export function roleInWorkspace(user: SessionUser, workspaceId: string): Role | null {
  const own = user.workspaceRoles.find((each) => each.workspaceId === workspaceId);
  return effectiveRole(user.role, own?.role);
}

/** Returns the user's role in the project of a connection; null without access. */
export function roleInProject(user: SessionUser, connectionId: string, projectId: string): Role | null {
  const own = user.workspaceRoles.find((each) => each.connectionId === connectionId && each.projectId === projectId);
  return effectiveRole(user.role, own?.role);
}

/** Returns the id of a project's workspace to which the user has no access; undefined for any other project. */
export function closedWorkspace(user: SessionUser, connectionId: string, projectId: string): string | undefined {
  if (roleInProject(user, connectionId, projectId) !== null) return undefined;
  return user.workspaceRoles.find((own) => own.connectionId === connectionId && own.projectId === projectId)
    ?.workspaceId;
}

/** Returns the highest role that the user has, in the instance or in a workspace. */
export function highestRole({ role, workspaceRoles }: SessionUser): Role {
  const all = [role, ...workspaceRoles.flatMap((own) => effectiveRole(role, own.role) ?? [])];
  return roles.findLast((each) => all.includes(each)) ?? role;
}

/** Returns the lowest role that the user has on a connection, of the instance or in a workspace; no access counts as viewer. */
export function lowestRole({ role, workspaceRoles }: SessionUser, connectionId: string): Role {
  const own = workspaceRoles.filter((each) => each.connectionId === connectionId);
  const all = [role, ...own.map((each) => effectiveRole(role, each.role) ?? "viewer")];
  return roles.find((each) => all.includes(each)) ?? role;
}

/** Returns the workspaces that exist for a user. */
export function visibleWorkspaces<Listed extends { readonly id: string }>(
  user: SessionUser,
  workspaces: readonly Listed[],
): Listed[] {
  return workspaces.filter(({ id }) => roleInWorkspace(user, id) !== null);
}

/** Returns the name of the workspace that a key or a client is limited to; null where it is not limited. */
export function visibleSlug(
  user: SessionUser,
  { workspaceId, workspaceSlug }: { readonly workspaceId: string | null; readonly workspaceSlug: string | null },
): string | null {
  return workspaceId !== null && roleInWorkspace(user, workspaceId) === null ? "no access" : workspaceSlug;
}

/** Returns a user whose rights end at a role, in the instance and in every workspace. */
export function withRoleAtMost(user: SessionUser, most: Role): SessionUser {
  const lower = (role: Role): Role => (hasRole(role, most) ? most : role);
  return {
    ...user,
    role: lower(user.role),
    workspaceRoles: user.workspaceRoles.map((own) => (own.role === "none" ? own : { ...own, role: lower(own.role) })),
  };
}
