import { randomUUID } from "node:crypto";
import {
  type AppOperationId,
  type AppResultOf,
  appOperations,
  findAppOperation,
} from "@/lib/api/contract/app/app-operations";
import type { PrefetchedOperationId } from "@/lib/api/contract/app/prefetched-results";
import { appAuditRules } from "@/lib/api/contract/audit/app-audit-rules";
import type { AppAuditRule } from "@/lib/api/contract/audit/audit-rule";
import { validationItems } from "@/lib/api/contract/errors/validation";
import type { AppOperation, Role } from "@/lib/api/contract/operation/app-operation";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError, validationFailed } from "@/lib/api/server/answer/request-failed-error";
import { responseHeaders } from "@/lib/api/server/answer/response-headers";
import { createAgentKey, listKeysForAgents, revokeKeyForAgents } from "@/lib/api/server/app-handlers/agent-keys";
import { type AppCall, type AppHandler, AuditTrail, recordChange } from "@/lib/api/server/app-handlers/app-call";
import { readAuditForwarding } from "@/lib/api/server/app-handlers/audit-forwarding";
import { changePassword } from "@/lib/api/server/app-handlers/change-password";
import { readConnectionHealth } from "@/lib/api/server/app-handlers/connection-health";
import {
  handleCreateConnection,
  handleDeleteConnection,
  handleListConnections,
  handleUpdateConnection,
} from "@/lib/api/server/app-handlers/connections";
import {
  handleDeleteDashboard,
  handleListDashboards,
  handleReadDashboard,
  handleSaveDashboard,
} from "@/lib/api/server/app-handlers/dashboards";
import {
  confirmLineage,
  lineageOfJob,
  lineageOfModel,
  lineageOfOrigin,
  planLineage,
  plannedLineage,
} from "@/lib/api/server/app-handlers/lineage";
import {
  createPasswordLink,
  handleCreateInvitation,
  handleListInvitations,
  removeMember,
  revokeInvitation,
  setUserRole,
} from "@/lib/api/server/app-handlers/members";
import {
  listModelProviders,
  removeModelProvider,
  setModelProvider,
  testModelProvider,
} from "@/lib/api/server/app-handlers/model-providers";
import { allowClient, disconnectClient, listConnectedClients } from "@/lib/api/server/app-handlers/oauth-clients";
import { allowDevice, denyDevice, findDevice } from "@/lib/api/server/app-handlers/oauth-devices";
import {
  checkAuditLog,
  checkLink,
  completePassword,
  completeSetup,
  handleCurrentSession,
  listAuditEntries,
  listAuditFilterOptions,
  listUsers,
} from "@/lib/api/server/app-handlers/people";
import { readLangfuse } from "@/lib/api/server/app-handlers/read-langfuse";
import { readLangsmith } from "@/lib/api/server/app-handlers/read-langsmith";
import { readWeave } from "@/lib/api/server/app-handlers/read-weave";
import { setRedaction } from "@/lib/api/server/app-handlers/redaction";
import {
  handleDeleteRenderer,
  handleListRenderers,
  handleSaveRenderer,
  readRenderer,
} from "@/lib/api/server/app-handlers/renderers";
import { setRetention } from "@/lib/api/server/app-handlers/retention";
import { runConnectionTest } from "@/lib/api/server/app-handlers/run-connection-test";
import { createView, deleteView, listViews, setDefault, updateView } from "@/lib/api/server/app-handlers/saved-views";
import {
  confirmFirstCode,
  disableSecondFactor,
  readSecondFactor,
  replaceCodes,
  resetMember,
  startSecondFactor,
} from "@/lib/api/server/app-handlers/second-factor";
import { takeServiceAuditBeside } from "@/lib/api/server/app-handlers/service-audit";
import { createServiceKey, listServiceKeys, revokeServiceKey } from "@/lib/api/server/app-handlers/service-keys";
import {
  endMemberSessions,
  endOtherSessions,
  handleEndSession,
  listSessions,
} from "@/lib/api/server/app-handlers/sessions";
import { createLink, listLinks, revokeLink, setLinksAllowed } from "@/lib/api/server/app-handlers/share-links";
import { createSharedRequest, readSharedRequest } from "@/lib/api/server/app-handlers/shared-requests";
import { listMembersOfWorkspace, setRoleInWorkspace } from "@/lib/api/server/app-handlers/workspace-members";
import {
  createWorkspace,
  handleDeleteWorkspace,
  handleListWorkspaces,
  listAvailableProjects,
  updateWorkspace,
} from "@/lib/api/server/app-handlers/workspaces";
import {
  logRequest,
  newFacts,
  type RequestFacts,
  requireSameOrigin,
  respondTo,
} from "@/lib/api/server/dashboard/answer-request";
import { auditNoAccess } from "@/lib/api/server/dashboard/audit-no-access";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import {
  bodyText,
  JSON_TYPE,
  parseForCheck,
  readBody,
  requireContentType,
} from "@/lib/api/server/request/request-body";
import { LOCAL_CONNECTION_ID } from "@/lib/api/server/upstream/service-target";
import { requireRole, requireUser } from "@/lib/auth/session";
import { closedWorkspace, highestRole, roleInProject, roleInWorkspace } from "@/lib/auth/workspace-roles";
import type { LiveSession } from "@/lib/database/sessions";

const MAX_BODY_BYTES = 256 * 1024;

/** A row without a handler does not compile. */
const handlers: { readonly [Id in AppOperationId]: AppHandler<Id> } = {
  "session.current": handleCurrentSession,
  "sessions.list": listSessions,
  "sessions.end": handleEndSession,
  "sessions.endOthers": endOtherSessions,
  "password.change": changePassword,
  "secondFactor.read": readSecondFactor,
  "secondFactor.begin": startSecondFactor,
  "secondFactor.enable": confirmFirstCode,
  "secondFactor.newRecoveryCodes": replaceCodes,
  "secondFactor.disable": disableSecondFactor,
  "setup.check": checkLink,
  "setup.complete": completeSetup,
  "setup.password": completePassword,
  "connections.list": handleListConnections,
  "connections.create": handleCreateConnection,
  "connections.update": handleUpdateConnection,
  "connections.delete": handleDeleteConnection,
  "connections.test": runConnectionTest,
  "connections.health": readConnectionHealth,
  "workspaces.list": handleListWorkspaces,
  "workspaces.create": createWorkspace,
  "workspaces.update": updateWorkspace,
  "workspaces.delete": handleDeleteWorkspace,
  "workspaces.offered": listAvailableProjects,
  "workspaceMembers.list": listMembersOfWorkspace,
  "workspaceMembers.setRole": setRoleInWorkspace,
  "users.list": listUsers,
  "users.setRole": setUserRole,
  "users.remove": removeMember,
  "users.endSessions": endMemberSessions,
  "users.resetSecondFactor": resetMember,
  "users.passwordLink": createPasswordLink,
  "invitations.list": handleListInvitations,
  "invitations.create": handleCreateInvitation,
  "invitations.revoke": revokeInvitation,
  "serviceKeys.list": listServiceKeys,
  "serviceKeys.create": createServiceKey,
  "serviceKeys.revoke": revokeServiceKey,
  "modelProviders.list": listModelProviders,
  "modelProviders.set": setModelProvider,
  "modelProviders.remove": removeModelProvider,
  "modelProviders.test": testModelProvider,
  "retention.set": setRetention,
  "redaction.set": setRedaction,
  "audit.list": listAuditEntries,
  "audit.choices": listAuditFilterOptions,
  "audit.check": checkAuditLog,
  "audit.forwarding": readAuditForwarding,
  "views.list": listViews,
  "views.create": createView,
  "views.update": updateView,
  "views.delete": deleteView,
  "views.setDefault": setDefault,
  "lineage.plan": planLineage,
  "lineage.confirm": confirmLineage,
  "imports.langfuse": readLangfuse,
  "imports.langsmith": readLangsmith,
  "imports.weave": readWeave,
  "lineage.planned": plannedLineage,
  "lineage.job": lineageOfJob,
  "lineage.model": lineageOfModel,
  "lineage.origin": lineageOfOrigin,
  "sharedRequests.create": createSharedRequest,
  "sharedRequests.read": readSharedRequest,
  "agentKeys.list": listKeysForAgents,
  "agentKeys.create": createAgentKey,
  "agentKeys.revoke": revokeKeyForAgents,
  "oauthClients.list": listConnectedClients,
  "oauthClients.allow": allowClient,
  "oauthClients.findDevice": findDevice,
  "oauthClients.allowDevice": allowDevice,
  "oauthClients.denyDevice": denyDevice,
  "oauthClients.disconnect": disconnectClient,
  "shareLinks.list": listLinks,
  "shareLinks.create": createLink,
  "shareLinks.revoke": revokeLink,
  "shareLinks.setAllowed": setLinksAllowed,
  "renderers.list": handleListRenderers,
  "renderers.read": readRenderer,
  "renderers.save": handleSaveRenderer,
  "renderers.delete": handleDeleteRenderer,
  "dashboards.list": handleListDashboards,
  "dashboards.read": handleReadDashboard,
  "dashboards.save": handleSaveDashboard,
  "dashboards.delete": handleDeleteDashboard,
};

function requireRow(request: Request, id: string): AppOperation {
  const row = findAppOperation(id);
  if (!row) {
    const message = "Operation not found.";
    throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "operation" });
  }
  if (request.method !== "POST") {
    const message = `${row.id} requires POST.`;
    throw new RequestFailedError({ httpStatus: 405, kind: "validation", message, reason: "method" });
  }
  return row;
}

async function sessionFor(dashboard: Dashboard, request: Request, row: AppOperation): Promise<LiveSession | undefined> {
  if (row.role === "anyone") return undefined;
  const session = await requireUser(dashboard, request.headers.get("cookie"));
  // Before the input is read; the role in the workspace that it names is checked after that.
  requireRole(session, row.role, row.workspaceIn ? highestRole(session.user) : session.user.role);
  return session;
}

interface InWorkspace {
  readonly role: Role;
  readonly input: unknown;
  /** The id of the named workspace if the user has no access to it. */
  readonly closed?: string | undefined;
}

/**
 * Decides the role that counts for a call: that in the workspace which the input names, otherwise that of the instance. A
 * workspace without access gets an id that no workspace has, so that every operation answers as for an unknown one.
 *
 * @throws RoleError when the role is not sufficient.
 */
function actIn(row: AppOperation, session: LiveSession | undefined, input: unknown): InWorkspace {
  if (!session || row.role === "anyone") return { role: "viewer", input };
  const { user } = session;
  const member = row.workspaceIn;
  const named = member === undefined ? undefined : (input as Readonly<Record<string, unknown>>)[member];
  if (member === undefined || typeof named !== "string") return { role: highestIn(row, session), input };
  const own = member === "project_id" ? roleInProject(user, LOCAL_CONNECTION_ID, named) : roleInWorkspace(user, named);
  requireRole(session, row.role, own ?? user.role);
  if (own !== null) return { role: own, input };
  const closed = member === "project_id" ? closedWorkspace(user, LOCAL_CONNECTION_ID, named) : named;
  return { role: user.role, input: { ...(input as object), [member]: randomUUID() }, closed };
}

/** A row that names all workspaces by null allows what the user may do in any of them. */
function highestIn({ workspaceIn }: AppOperation, { user }: LiveSession): Role {
  return workspaceIn === undefined ? user.role : highestRole(user);
}

async function readInput(request: Request, row: AppOperation): Promise<unknown> {
  requireContentType(request, JSON_TYPE, "application/json");
  const value = parseForCheck(bodyText(await readBody(request, row.inputMaxBytes ?? MAX_BODY_BYTES)));
  const checked = row.input.safeParse(value);
  if (!checked.success) throw validationFailed(validationItems(checked.error, value, "body"));
  return checked.data;
}

async function runRow(row: AppOperation, input: unknown, call: AppCall): Promise<unknown> {
  // The row's id was looked up in the same table that types the handlers, and its input schema produced `input`.
  const handler = handlers[row.id as AppOperationId] as (input: unknown, call: AppCall) => Promise<unknown>;
  // The result's schema drops undeclared members, so no database column leaks by accident.
  return row.result.parse(await handler(input, call));
}

/**
 * Writes an entry where a change has none from its handler, which then needs to write a better one. It has been made by
 * now, so that an entry that cannot be stored is logged instead.
 */
async function completeTrail(row: AppOperation, call: AppCall): Promise<void> {
  const rule: AppAuditRule = appAuditRules[row.id as AppOperationId];
  if ("nothing" in rule || call.trail.isComplete(rule.events)) return;
  const [event] = rule.events;
  call.dashboard.log.error({ operation: row.id, event }, "the handler did not write its entry of the audit log");
  try {
    await recordChange(call, event, row.id);
  } catch (error) {
    call.dashboard.log.error({ event, err: error }, "a change could not be written to the audit log");
  }
}

async function answer(dashboard: Dashboard, request: Request, id: string, facts: RequestFacts): Promise<Response> {
  const row = requireRow(request, id);
  facts.operation = row.id;
  const session = await sessionFor(dashboard, request, row);
  facts.userId = session?.user.id ?? null;
  requireSameOrigin(dashboard, request);
  const input = await readInput(request, row);
  const acted = actIn(row, session, input);
  if (session && acted.closed !== undefined) await auditNoAccess(dashboard, session, acted.closed, facts.requestId);
  const { requestId } = facts;
  const call: AppCall = {
    dashboard,
    session,
    role: acted.role,
    requestId,
    signal: request.signal,
    trail: new AuditTrail(),
  };
  const body = stringifyJson(await runRow(row, acted.input, call));
  await completeTrail(row, call);
  if (session) takeServiceAuditBeside(dashboard, requestId);
  logRequest(dashboard, facts, { status: 200, bytes: Buffer.byteLength(body), end: "complete" });
  return new Response(body, { headers: responseHeaders("application/json; charset=utf-8", facts.requestId) });
}

/** Handles the dashboard's own data: POST /api/app/<operation>, with the same machinery as the relay. */
export async function handleAppOperation(dashboard: Dashboard, request: Request, id: string): Promise<Response> {
  const facts = newFacts();
  return await respondTo(dashboard, facts, () => answer(dashboard, request, id, facts));
}

/**
 * Runs a read without input for a page that the server renders: the same role check, handler and result as over HTTP.
 *
 * @throws RoleError, and whatever the handler throws.
 */
export async function readForPage<Id extends PrefetchedOperationId>(
  dashboard: Dashboard,
  session: LiveSession,
  id: Id,
): Promise<AppResultOf<Id>> {
  const row: AppOperation = appOperations[id];
  if (row.role !== "anyone") requireRole(session, row.role);
  const { role } = session.user;
  const request = { requestId: randomUUID(), signal: new AbortController().signal };
  const call: AppCall = { dashboard, session, role, ...request, trail: new AuditTrail() };
  // The row's own schema produced the result.
  return (await runRow(row, row.input.parse({}), call)) as AppResultOf<Id>;
}
