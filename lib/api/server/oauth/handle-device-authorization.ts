import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import {
  DEVICE_LIFETIME_S,
  DEVICE_PATH,
  FIRST_INTERVAL_S,
  generateUserCode,
  shownUserCode,
} from "@/lib/auth/oauth/device-codes";
import { isOurResource } from "@/lib/auth/oauth/oauth-addresses";
import { accessOf } from "@/lib/auth/oauth/scopes";
import { generateOauthSecret } from "@/lib/auth/oauth-secret";
import { insertOauthDevice } from "@/lib/database/oauth-devices";
import { answerOauth } from "./answer-oauth";
import { addressOf, readForm, requireClient } from "./client-request";
import { type OauthLimits, usualLimits } from "./oauth-limits";

/**
 * Handles /oauth/device-authorization (RFC 8628): a program without a browser gets a code to ask for tokens with, and a
 * short one that its user types on a page of the dashboard.
 */
export async function handleDeviceAuthorization(
  dashboard: Dashboard,
  request: Request,
  limits: OauthLimits = usualLimits(dashboard),
): Promise<Response> {
  return await answerOauth(dashboard, "oauth device", async () => {
    const { environment, database } = dashboard;
    const address = addressOf(dashboard, request);
    await limits.deviceRequests.count(address);
    const form = await readForm(request);
    const client = await requireClient(dashboard, form);
    if (!isOurResource(environment, form.get("resource"))) {
      throw new OAuthError(OAuthErrorCode.InvalidTarget, "resource must be the address of the MCP server.");
    }
    const asked = accessOf(form.get("scope"));
    if (asked === undefined) throw new OAuthError(OAuthErrorCode.InvalidScope, "The scopes are read and write.");
    const now = dashboard.now();
    const deviceCode = generateOauthSecret("device");
    const userCode = generateUserCode();
    const expiresAt = new Date(now.getTime() + DEVICE_LIFETIME_S * 1000).toISOString();
    const times = { expiresAt, intervalS: FIRST_INTERVAL_S };
    await insertOauthDevice(database, { deviceCode, userCode, clientId: client.id, asked, address, ...times }, now);
    const page = `${environment.publicUrl}${DEVICE_PATH}`;
    const shown = shownUserCode(userCode);
    const body = {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: page,
      verification_uri_complete: `${page}?user_code=${shown}`,
      expires_in: DEVICE_LIFETIME_S,
      interval: FIRST_INTERVAL_S,
    };
    return { status: 200, body };
  });
}
