import type { Role, WorkspaceRole } from "@/lib/api/contract/operation/app-operation";
import type { AppDatabase } from "./app-database";
import type { User } from "./users";

/** The role that a user was given in one workspace, and the project that the workspace shows. */
export interface OwnWorkspaceRole {
  readonly workspaceId: string;
  readonly connectionId: string;
  readonly projectId: string;
  readonly role: WorkspaceRole;
}

/** A signed-in user with the roles in single workspaces: none for an admin, who is one everywhere. */
export interface SessionUser extends User {
  readonly workspaceRoles: readonly OwnWorkspaceRole[];
}

/** The columns of a user that is joined with the roles in workspaces, one row for each of them. */
interface SessionUserRow extends Omit<User, "id"> {
  readonly user_id: string;
  readonly own_role: WorkspaceRole | null;
  readonly own_workspace: string | null;
  readonly own_connection: string | null;
  readonly own_project: string | null;
}

/**
 * Decides the role of a user in a workspace from the role of the instance and the role that they were given there; null
 * without access. An admin of the instance is one everywhere, so that no workspace can lock all admins out.
 */
export function effectiveRole(instanceRole: Role, own: WorkspaceRole | null | undefined): Role | null {
  if (instanceRole === "admin" || own == null) return instanceRole;
  return own === "none" ? null : own;
}

/** Returns the user of joined rows; undefined without a row. */
export function sessionUserOf(rows: readonly SessionUserRow[]): SessionUser | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { user_id: id, name, email, role } = first;
  const own = rows.flatMap((row): OwnWorkspaceRole[] =>
    row.own_role && row.own_workspace && row.own_connection && row.own_project
      ? [
          {
            workspaceId: row.own_workspace,
            connectionId: row.own_connection,
            projectId: row.own_project,
            role: row.own_role,
          },
        ]
      : [],
  );
  return { id, name, email, role, workspaceRoles: role === "admin" ? [] : own };
}

/** A user of the dashboard, for the list of a workspace's members. */
export interface WorkspaceMember extends User {
  /** The role that they were given in the workspace; null for that of the instance. */
  readonly ownRole: WorkspaceRole | null;
  readonly isDisabled: boolean;
}

/** All users by name, each with the role in a workspace. */
export async function listWorkspaceMembers(database: AppDatabase, workspaceId: string): Promise<WorkspaceMember[]> {
  const rows = await database
    .selectFrom("user")
    .leftJoin("workspace_role", (join) =>
      join.onRef("workspace_role.user_id", "=", "user.id").on("workspace_role.workspace_id", "=", workspaceId),
    )
    .select(["user.id", "user.name", "user.email", "user.role", "user.is_disabled"])
    .select("workspace_role.role as ownRole")
    .orderBy((eb) => eb.fn("lower", ["user.name"]))
    .orderBy("user.id")
    .execute();
  return rows.map(({ is_disabled, ...member }) => ({ ...member, isDisabled: is_disabled === 1 }));
}

/** Returns the role that a user was given in a workspace; null for none. */
export async function findOwnRole(
  database: AppDatabase,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
): Promise<WorkspaceRole | null> {
  const query = database.selectFrom("workspace_role").select("role");
  const row = await query.where("user_id", "=", userId).where("workspace_id", "=", workspaceId).executeTakeFirst();
  return row?.role ?? null;
}

/** Gives a user a role in one workspace; null gives them that of the instance again. */
export async function setOwnRole(
  database: AppDatabase,
  { userId, workspaceId }: { readonly userId: string; readonly workspaceId: string },
  role: WorkspaceRole | null,
): Promise<void> {
  if (role === null) {
    const query = database.deleteFrom("workspace_role");
    await query.where("user_id", "=", userId).where("workspace_id", "=", workspaceId).execute();
    return;
  }
  await database
    .insertInto("workspace_role")
    .values({ user_id: userId, workspace_id: workspaceId, role })
    .onConflict((conflict) => conflict.columns(["user_id", "workspace_id"]).doUpdateSet({ role }))
    .execute();
}

/** Returns whether any user was given a role in the workspace. */
export async function hasOwnRoles(database: AppDatabase, workspaceId: string): Promise<boolean> {
  const query = database.selectFrom("workspace_role").select("user_id").where("workspace_id", "=", workspaceId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
