import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { revokeToken } from "@/lib/auth/oauth/grant-exchange";
import { answerOauth } from "./answer-oauth";
import { addressOf, readForm, requireClient, requireMember } from "./client-request";
import { type OauthLimits, usualLimits } from "./oauth-limits";

/** Handles /oauth/revoke (RFC 7009): a client signs out. The answer says nothing about the token. */
export async function handleRevoke(
  dashboard: Dashboard,
  request: Request,
  limits: OauthLimits = usualLimits(dashboard),
): Promise<Response> {
  return await answerOauth(dashboard, "oauth revoke", async ({ requestId }) => {
    await limits.tokenRequests.count(addressOf(dashboard, request));
    const form = await readForm(request);
    const client = await requireClient(dashboard, form);
    const context = { database: dashboard.database, now: dashboard.now(), requestId };
    await revokeToken(context, requireMember(form, "token"), client.id);
    return { status: 200, body: null };
  });
}
