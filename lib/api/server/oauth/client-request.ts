import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { readBody, requireContentType } from "@/lib/api/server/request/request-body";
import { callerAddress } from "@/lib/auth/throttle";
import { findOauthClient, type OauthClient } from "@/lib/database/oauth-clients";

export const MAX_BODY_BYTES = 16 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Returns the address that the limits of a request count. */
export function addressOf({ environment }: Dashboard, request: Request): string {
  return callerAddress(request.headers, environment.HEDDLE_TRUSTED_PROXY_HOPS);
}

/**
 * Returns the form of a request. @throws RequestFailedError for another body, OAuthError `invalid_request`
 * when it names a member twice
 */
export async function readForm(request: Request): Promise<URLSearchParams> {
  requireContentType(request, FORM_TYPE, "application/x-www-form-urlencoded");
  const form = new URLSearchParams(Buffer.from(await readBody(request, MAX_BODY_BYTES)).toString("utf8"));
  const names = [...form.keys()];
  if (new Set(names).size < names.length)
    throw new OAuthError(OAuthErrorCode.InvalidRequest, "The request names a parameter more than once.");
  return form;
}

/** Returns a member of a form. @throws OAuthError `invalid_request` without it */
export function requireMember(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (value === null || value === "") throw new OAuthError(OAuthErrorCode.InvalidRequest, `${name} is missing.`);
  return value;
}

/**
 * Returns the client of a request. Clients have no secrets: their programs run where anyone can read them. Codes and
 * refresh tokens are bound to their client, and codes to what only the client knows (PKCE).
 *
 * @throws OAuthError `invalid_client`
 */
export async function requireClient({ database }: Dashboard, form: URLSearchParams): Promise<OauthClient> {
  const client = await findOauthClient(database, requireMember(form, "client_id"));
  if (!client)
    throw new OAuthError(
      OAuthErrorCode.InvalidClient,
      "The client is not registered here, or no longer. Register again.",
    );
  return client;
}
