import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { readAgentSession } from "@/lib/auth/agent-key";
import { scopeOf } from "@/lib/auth/oauth/scopes";
import { findWorkspace } from "@/lib/database/workspaces";
import { answerOauth } from "./answer-oauth";
import { addressOf } from "./client-request";
import { type OauthLimits, usualLimits } from "./oauth-limits";

/** Handles /oauth/userinfo: who a token or a key for agents acts as, and how far. */
export async function handleUserinfo(
  dashboard: Dashboard,
  request: Request,
  limits: OauthLimits = usualLimits(dashboard),
): Promise<Response> {
  return await answerOauth(dashboard, "oauth userinfo", async (facts) => {
    await limits.tokenRequests.count(addressOf(dashboard, request));
    const { database } = dashboard;
    const agent = await readAgentSession(database, request.headers.get("authorization"), dashboard.now());
    if (!agent) {
      throw new OAuthError(OAuthErrorCode.InvalidToken, "The token or key is unknown, was revoked or has expired.");
    }
    const { user } = agent.session;
    facts.userId = user.id;
    const workspace = agent.workspaceId === null ? undefined : await findWorkspace(database, agent.workspaceId);
    const body = {
      sub: user.id,
      name: user.name,
      email: user.email,
      role: agent.ownerRole,
      scope: scopeOf(agent.isReadOnly ? "read" : "write"),
      workspace: workspace?.slug ?? null,
    };
    return { status: 200, body };
  });
}
