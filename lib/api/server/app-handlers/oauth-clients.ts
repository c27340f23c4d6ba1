import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { type AuthorizationRequest, checkAuthorization, returnUrl } from "@/lib/auth/oauth/authorization-request";
import { CODE_LIFETIME_MS } from "@/lib/auth/oauth/grant-exchange";
import { generateOauthSecret } from "@/lib/auth/oauth-secret";
import { hasRole } from "@/lib/auth/roles";
import { requireRole } from "@/lib/auth/session";
import { visibleSlug } from "@/lib/auth/workspace-roles";
import type { AppDatabase } from "@/lib/database/app-database";
import { insertOauthCode } from "@/lib/database/oauth-codes";
import { countOtherOauthGrants, deleteOauthGrant, findOauthGrant, listOauthGrants } from "@/lib/database/oauth-grants";
import { findWorkspace } from "@/lib/database/workspaces";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";

const MAX_CLIENTS_PER_USER = 50;

/** @throws RequestFailedError when the user has connected as many clients as one may have */
export async function requireRoomForClient(
  database: AppDatabase,
  of: { readonly userId: string; readonly clientId: string },
  now: Date,
): Promise<void> {
  if ((await countOtherOauthGrants(database, of, now)) < MAX_CLIENTS_PER_USER) return;
  throw inputFailed([], `You have ${MAX_CLIENTS_PER_USER} connected clients. Disconnect one first.`, "too_many");
}

/** @throws RequestFailedError when a client is to be limited to a workspace that does not exist */
export async function requireWorkspaceOfClient(database: AppDatabase, workspaceId: string | null): Promise<void> {
  if (workspaceId === null || (await findWorkspace(database, workspaceId))) return;
  throw inputFailed(["workspaceId"], "Workspace not found", "missing");
}

/** @throws RequestFailedError or RoleError when a client may not be allowed that much */
export function requireAccess(call: AppCall, access: AgentAccess, asked: AgentAccess): void {
  if (access !== "write") return;
  if (asked !== "write") throw inputFailed(["access"], "The client asked only to read", "not_requested");
  requireRole(signedIn(call), "member", call.role);
}

export const listConnectedClients: AppHandler<"oauthClients.list"> = async (_input, call) => {
  const { user } = signedIn(call);
  const { database, now } = call.dashboard;
  const grants = await listOauthGrants(database, hasRole(user.role, "admin") ? null : user.id, now());
  return { clients: grants.map((grant) => ({ ...grant, workspaceSlug: visibleSlug(user, grant) })) };
};

async function requireAllowable({ dashboard }: AppCall, query: string): Promise<AuthorizationRequest> {
  const { database, environment } = dashboard;
  const { request, refused } = await checkAuthorization(database, environment, new URLSearchParams(query));
  if (refused) throw inputFailed(["request"], refused.message, "authorization_request");
  return request;
}

export const allowClient: AppHandler<"oauthClients.allow"> = async ({ request: query, access, workspaceId }, call) => {
  const { id: userId } = signedIn(call).user;
  const { client, redirectUri, challenge, state, access: asked } = await requireAllowable(call, query);
  requireAccess(call, access, asked);
  const code = generateOauthSecret("code");
  await audited(call, "oauth-client.allowed", `${client.name} (${access})`, async (database, now) => {
    await requireWorkspaceOfClient(database, workspaceId);
    await requireRoomForClient(database, { userId, clientId: client.id }, now);
    const expiresAt = new Date(now.getTime() + CODE_LIFETIME_MS).toISOString();
    const stored = { clientId: client.id, userId, redirectUri, challenge, access, workspaceId, expiresAt };
    await insertOauthCode(database, code, stored, now);
  });
  return { redirectTo: returnUrl(call.dashboard.environment.publicUrl, redirectUri, { state, code }) };
};

export const disconnectClient: AppHandler<"oauthClients.disconnect"> = async ({ id }, call) => {
  const { user } = signedIn(call);
  const grant = await findOauthGrant(call.dashboard.database, id);
  // The same answer as for an unknown id: other users' clients are not listed either.
  if (!grant || (grant.ownerId !== user.id && !hasRole(user.role, "admin"))) {
    const message = "This client is not connected, or another user connected it.";
    throw new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "client" });
  }
  await audited(call, "oauth-client.disconnected", grant.clientName, (database) => deleteOauthGrant(database, id));
  return { id };
};
