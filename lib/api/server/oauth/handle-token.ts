import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import { exchangeDeviceCode } from "@/lib/auth/oauth/device-exchange";
import {
  ACCESS_TOKEN_LIFETIME_S,
  type ExchangeContext,
  exchangeCode,
  type IssuedTokens,
  refreshTokens,
} from "@/lib/auth/oauth/grant-exchange";
import { isOurResource } from "@/lib/auth/oauth/oauth-addresses";
import { accessOf, scopeOf } from "@/lib/auth/oauth/scopes";
import { answerOauth } from "./answer-oauth";
import { addressOf, readForm, requireClient, requireMember } from "./client-request";
import { type OauthLimits, usualLimits } from "./oauth-limits";

/** RFC 7636: 43 to 128 unreserved characters. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

async function issue(context: ExchangeContext, form: URLSearchParams, clientId: string): Promise<IssuedTokens> {
  const grantType = requireMember(form, "grant_type");
  if (grantType === "refresh_token") {
    // The answer names the scope: it is always that of the person's decision.
    if (accessOf(form.get("scope")) === undefined)
      throw new OAuthError(OAuthErrorCode.InvalidScope, "The scopes are read and write.");
    return await refreshTokens(context, requireMember(form, "refresh_token"), clientId);
  }
  if (grantType === DEVICE_GRANT_TYPE) {
    return await exchangeDeviceCode(context, requireMember(form, "device_code"), clientId);
  }
  if (grantType !== "authorization_code") {
    throw new OAuthError(
      OAuthErrorCode.UnsupportedGrantType,
      `grant_type must be authorization_code, refresh_token or ${DEVICE_GRANT_TYPE}.`,
    );
  }
  const verifier = requireMember(form, "code_verifier");
  if (!VERIFIER.test(verifier))
    throw new OAuthError(OAuthErrorCode.InvalidRequest, "code_verifier must have 43 to 128 characters.");
  const exchange = { code: requireMember(form, "code"), redirectUri: requireMember(form, "redirect_uri"), verifier };
  return await exchangeCode(context, { ...exchange, clientId });
}

/** Handles /oauth/token: codes, device codes and refresh tokens are exchanged for tokens, each once. */
export async function handleToken(
  dashboard: Dashboard,
  request: Request,
  limits: OauthLimits = usualLimits(dashboard),
): Promise<Response> {
  return await answerOauth(dashboard, "oauth token", async ({ requestId }) => {
    await limits.tokenRequests.count(addressOf(dashboard, request));
    const form = await readForm(request);
    const client = await requireClient(dashboard, form);
    if (!isOurResource(dashboard.environment, form.get("resource"))) {
      throw new OAuthError(OAuthErrorCode.InvalidTarget, "resource must be the address of the MCP server.");
    }
    const context = { database: dashboard.database, now: dashboard.now(), requestId };
    const { accessToken, refreshToken, access } = await issue(context, form, client.id);
    const body = {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: ACCESS_TOKEN_LIFETIME_S,
      refresh_token: refreshToken,
      scope: scopeOf(access),
    };
    return { status: 200, body };
  });
}
