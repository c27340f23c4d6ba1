import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { AuthScheme } from "@/lib/api/contract/operation/operation";
import { PROJECTS_HEADER, writeProjectsHeader } from "@/lib/api/contract/operation/projects-header";
import { NoAccessError, noSuchWorkspace } from "@/lib/api/server/answer/no-such-workspace";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { closedWorkspace, highestRole, roleInProject } from "@/lib/auth/workspace-roles";
import type { AppDatabase } from "@/lib/database/app-database";
import type { LiveSession } from "@/lib/database/sessions";
import { listProjectsOfConnection } from "@/lib/database/workspaces";

/** A request whose operation, service and named projects are known. */
interface ProjectRequest {
  readonly session: LiveSession;
  readonly target: ServiceTarget;
  readonly auth: AuthScheme;
  /** The role that the operation needs. */
  readonly needed: Role;
  /** The projects that path, query and body name. */
  readonly named: ReadonlySet<string>;
}

const hasOwnRolesOn = ({ user }: LiveSession, connectionId: string) =>
  user.workspaceRoles.some((own) => own.connectionId === connectionId);

/** @throws RoleError when the user has the needed role nowhere on a connection: then nothing of the request is read. */
export function requireRoleAnywhere(session: LiveSession, connectionId: string, needed: Role): void {
  const { user } = session;
  const workspaceRoles = user.workspaceRoles.filter((own) => own.connectionId === connectionId);
  requireRole(session, needed, highestRole({ ...user, workspaceRoles }));
}

function requireRoleIn({ session, target, needed }: ProjectRequest, projectId: string): void {
  const closed = closedWorkspace(session.user, target.connectionId, projectId);
  if (closed !== undefined) throw new NoAccessError(session, closed);
  requireRole(session, needed, roleInProject(session.user, target.connectionId, projectId) ?? session.user.role);
}

/** Whether there is a workspace on a connection that does not exist for the user. */
const hasClosedOn = ({ user }: LiveSession, connectionId: string) =>
  user.workspaceRoles.some(
    (own) => own.connectionId === connectionId && roleInProject(user, connectionId, own.projectId) === null,
  );

/**
 * A project without a workspace has the answer of one whose workspace does not exist for the user: what a service says
 * of a project that does not exist would otherwise tell the two from each other.
 */
function requireWorkspaces({ named }: ProjectRequest, existing: readonly string[]): void {
  for (const projectId of named) if (!existing.includes(projectId)) throw noSuchWorkspace();
}

/** Another service cannot be told which projects a request may reach, so the lowest role on the connection counts. */
function requireRoleEverywhere({ session, target, needed }: ProjectRequest): void {
  const { user } = session;
  requireRole(session, needed);
  for (const own of user.workspaceRoles) {
    if (own.connectionId !== target.connectionId) continue;
    const role = roleInProject(user, own.connectionId, own.projectId);
    if (role !== null && hasRole(role, needed)) continue;
    const message = `This request names no project: it requires the role ${needed} in every workspace of ${target.name}.`;
    throw new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "role" });
  }
}

function tooManyProjects(): RequestFailedError {
  const message = "You have roles in too many workspaces for this request: name fewer projects.";
  return new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "role" });
}

/** The projects that the embedded service may use: those that are named, and all with a workspace and a sufficient role. */
function limitOf({ session, target, needed, named }: ProjectRequest, ofWorkspaces: readonly string[]): string {
  const allowed = ofWorkspaces.filter((projectId) => {
    const role = roleInProject(session.user, target.connectionId, projectId);
    return role !== null && hasRole(role, needed);
  });
  const limit = writeProjectsHeader(new Set([...named, ...allowed]));
  // Without the others, only refs to other projects are not followed.
  const smaller = named.size === 0 ? undefined : writeProjectsHeader(named);
  if (limit === undefined && smaller === undefined) throw tooManyProjects();
  return limit ?? smaller ?? "";
}

/**
 * Checks the user's role in every project that a request names. Returns the headers that limit the request to the
 * projects with a sufficient role: without them, an id or a ref in the request could lead to another project. Only for
 * users with roles in workspaces of the connection is anything read.
 *
 * @throws RoleError when a role is not sufficient, NoAccessError for a project without access.
 */
export async function checkProjectRoles(
  database: AppDatabase,
  request: ProjectRequest,
): Promise<Readonly<Record<string, string>>> {
  const { session, target, auth, needed, named } = request;
  if (auth === "none" || !hasOwnRolesOn(session, target.connectionId)) {
    requireRole(session, needed);
    return {};
  }
  const ofWorkspaces = await listProjectsOfConnection(database, target.connectionId);
  if (hasClosedOn(session, target.connectionId)) requireWorkspaces(request, ofWorkspaces);
  for (const projectId of named) requireRoleIn(request, projectId);
  if (target.isLocal) return { [PROJECTS_HEADER]: limitOf(request, ofWorkspaces) };
  if (named.size === 0) requireRoleEverywhere(request);
  return {};
}
