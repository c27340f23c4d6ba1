import { OAuthErrorCode } from "@modelcontextprotocol/server";
import { findOauthDevice, recordDevicePoll, takeOauthDevice } from "@/lib/database/oauth-devices";
import { replaceOauthGrant } from "@/lib/database/oauth-grants";
import { type ExchangeContext, type IssuedTokens, issueTokens, type Outcome, tokensOf } from "./grant-exchange";

/** Codes of RFC 8628, which the SDK lacks. */
const PENDING = "authorization_pending";
const TOO_FAST = "slow_down";
const EXPIRED = "expired_token";

/** A program that waits as long as it was told may be measured as a little faster. */
const TOLERANCE_MS = 1000;
const MORE_S = 5;

/** In lists of connected clients, where others have the host of their address. */
const REDIRECT_HOST = "device code";

const UNKNOWN = { refusal: "The device code is unknown, or was used before." };

async function redeem(context: ExchangeContext, deviceCode: string, clientId: string): Promise<Outcome> {
  const { database, now } = context;
  const device = await findOauthDevice(database, deviceCode);
  if (device?.clientId !== clientId) return UNKNOWN;
  const { state, intervalS, polledAt, userId, access, workspaceId } = device;
  if (Date.parse(device.expiresAt) <= now.getTime()) {
    return { code: EXPIRED, refusal: "The code has expired. Start again." };
  }
  if (state === "pending") {
    const isTooFast = polledAt !== null && now.getTime() - Date.parse(polledAt) < intervalS * 1000 - TOLERANCE_MS;
    const nextS = isTooFast ? intervalS + MORE_S : intervalS;
    await recordDevicePoll(database, deviceCode, nextS, now);
    if (isTooFast) return { code: TOO_FAST, refusal: `Wait ${nextS} seconds between two requests.` };
    return { code: PENDING, refusal: "No one has entered the code yet." };
  }
  // Of two requests that arrive together, one deletes the row.
  if (!(await takeOauthDevice(database, deviceCode))) return UNKNOWN;
  if (state === "denied" || userId === null || access === null || device.isUserDisabled) {
    return { code: OAuthErrorCode.AccessDenied, refusal: "The request was denied." };
  }
  const place = { redirectHost: REDIRECT_HOST, expiresAt: now.toISOString() };
  const grantId = await replaceOauthGrant(database, { clientId, userId, access, workspaceId, ...place }, now);
  return await issueTokens(database, { grantId, access }, now);
}

/**
 * Exchanges a device code for tokens, once, after a person has allowed its program.
 *
 * @throws OAuthError: `authorization_pending` and `slow_down` while no user has decided, `access_denied`, `expired_token`,
 * `invalid_grant`
 */
export async function exchangeDeviceCode(
  context: ExchangeContext,
  deviceCode: string,
  clientId: string,
): Promise<IssuedTokens> {
  const transaction = context.database.transaction();
  return tokensOf(await transaction.execute((database) => redeem({ ...context, database }, deviceCode, clientId)));
}
