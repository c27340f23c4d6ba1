import { OAuthError, OAuthErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import {
  bodyText,
  JSON_TYPE,
  parseForCheck,
  readBody,
  requireContentType,
} from "@/lib/api/server/request/request-body";
import { DEVICE_GRANT_TYPE } from "@/lib/auth/oauth/device-codes";
import { isAllowedRedirectUri } from "@/lib/auth/oauth/redirect-uri";
import { insertOauthClient } from "@/lib/database/oauth-clients";
import { answerOauth } from "./answer-oauth";
import { addressOf, MAX_BODY_BYTES } from "./client-request";
import { type OauthLimits, usualLimits } from "./oauth-limits";

const MAX_REDIRECT_URIS = 10;
const MAX_NAME_LENGTH = 80;
const UNNAMED = "Unnamed client";

/** The members that are read; the others of RFC 7591 are allowed and not used. */
const clientMetadata = z.object({
  redirect_uris: z.array(z.string()).max(MAX_REDIRECT_URIS).optional(),
  client_name: z.string().optional(),
  grant_types: z.array(z.string()).optional(),
  response_types: z.array(z.string()).optional(),
});

type ClientMetadata = z.infer<typeof clientMetadata>;

/** RFC 7591 has a code of its own for it, which the SDK lacks. */
const INVALID_REDIRECT_URI = "invalid_redirect_uri";

/** A name as people read it: in one line, without characters that hide or turn text around. */
function shownName(name: string | undefined): string {
  const text = (name ?? "")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return [...text].slice(0, MAX_NAME_LENGTH).join("") || UNNAMED;
}

async function readMetadata(request: Request): Promise<ClientMetadata> {
  requireContentType(request, JSON_TYPE, "application/json");
  const checked = clientMetadata.safeParse(parseForCheck(bodyText(await readBody(request, MAX_BODY_BYTES))));
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  throw new OAuthError(
    OAuthErrorCode.InvalidClientMetadata,
    `${issue?.path.join(".") || "The body"}: ${issue?.message ?? "not readable"}`,
  );
}

/** Programs that are allowed by a short code have no address to return to (RFC 8628). */
const usesDeviceCodes = ({ grant_types }: ClientMetadata) => grant_types?.includes(DEVICE_GRANT_TYPE) === true;

function requireUsable(metadata: ClientMetadata): void {
  const { redirect_uris = [], grant_types, response_types } = metadata;
  if (redirect_uris.length === 0 && !usesDeviceCodes(metadata)) {
    const what = "redirect_uris: at least one address, or the grant type of device codes, is needed.";
    throw new OAuthError(OAuthErrorCode.InvalidClientMetadata, what);
  }
  const index = redirect_uris.findIndex((uri) => !isAllowedRedirectUri(uri));
  if (index >= 0) {
    const rule = "must be an https address, or an http address of localhost, 127.0.0.1 or [::1]";
    throw new OAuthError(INVALID_REDIRECT_URI, `redirect_uris.${index} ${rule}, without a fragment or a password.`);
  }
  if (redirect_uris.length === 0) return;
  if (grant_types && !grant_types.includes("authorization_code")) {
    throw new OAuthError(OAuthErrorCode.InvalidClientMetadata, "grant_types must contain authorization_code.");
  }
  if (response_types && !response_types.includes("code")) {
    throw new OAuthError(OAuthErrorCode.InvalidClientMetadata, "response_types must contain code.");
  }
}

/**
 * Handles /oauth/register: dynamic client registration (RFC 7591). Anyone may register; a registration allows nothing
 * until a person allows the client.
 */
export async function handleRegister(
  dashboard: Dashboard,
  request: Request,
  limits: OauthLimits = usualLimits(dashboard),
): Promise<Response> {
  return await answerOauth(dashboard, "oauth register", async () => {
    await limits.registrations.count(addressOf(dashboard, request));
    const metadata = await readMetadata(request);
    requireUsable(metadata);
    const now = dashboard.now();
    const registration = { name: shownName(metadata.client_name), redirectUris: metadata.redirect_uris ?? [] };
    const client = await dashboard.database
      .transaction()
      .execute((database) => insertOauthClient(database, registration, now));
    const ofAddresses = client.redirectUris.length === 0 ? [] : ["authorization_code"];
    const ofDevices = usesDeviceCodes(metadata) ? [DEVICE_GRANT_TYPE] : [];
    const body = {
      client_id: client.id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: [...ofAddresses, "refresh_token", ...ofDevices],
      response_types: client.redirectUris.length === 0 ? [] : ["code"],
      token_endpoint_auth_method: "none",
    };
    return { status: 201, body };
  });
}
