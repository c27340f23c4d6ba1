import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { AppDatabase } from "@/lib/database/app-database";
import { findOauthClient, type OauthClient } from "@/lib/database/oauth-clients";
import type { Addresses } from "@/lib/environment/dashboard-origin";
import { isOurResource } from "./oauth-addresses";
import { isRegisteredRedirectUri } from "./redirect-uri";
import { accessOf } from "./scopes";

const MAX_STATE_LENGTH = 4000;

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** The parameters that are read; a second value of one of them makes a request ambiguous. */
const PARAMETERS = [
  "response_type",
  "client_id",
  "redirect_uri",
  "scope",
  "state",
  "code_challenge",
  "code_challenge_method",
  "resource",
] as const;

/** A request of a client for access. */
export interface AuthorizationRequest {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly state: string | null;
  readonly challenge: string;
  /** The most that the person may allow. */
  readonly access: AgentAccess;
}

/** A request that nobody can allow. */
interface RefusedAuthorization {
  /** A sentence for the person. */
  readonly message: string;
  /** The client's address with the error; null when the request does not prove that the address is the client's. */
  readonly returnUrl: string | null;
}

export type CheckedAuthorization =
  | { readonly request: AuthorizationRequest; readonly refused?: never }
  | { readonly request?: never; readonly refused: RefusedAuthorization };

interface ReturnParameters {
  readonly state: string | null;
  readonly code?: string;
  readonly error?: string;
}

/** Returns the client's address with the answer, and who answers (RFC 9207). */
export function returnUrl(publicUrl: string, redirectUri: string, { state, code, error }: ReturnParameters): string {
  const url = new URL(redirectUri);
  if (code !== undefined) url.searchParams.set("code", code);
  if (error !== undefined) url.searchParams.set("error", error);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", publicUrl);
  return url.href;
}

/** The code of RFC 6749 and a sentence for the person, or null for a request that can be allowed. */
function problemOf(addresses: Addresses, search: URLSearchParams): readonly [error: string, message: string] | null {
  if (search.get("response_type") !== "code") {
    return ["unsupported_response_type", "The client did not ask for a code, the only kind of answer here."];
  }
  if (search.get("code_challenge_method") !== "S256" || !CHALLENGE.test(search.get("code_challenge") ?? "")) {
    return ["invalid_request", "The client did not protect its request with PKCE (S256)."];
  }
  if ((search.get("state") ?? "").length > MAX_STATE_LENGTH) {
    return ["invalid_request", `The client's state is longer than ${MAX_STATE_LENGTH} characters.`];
  }
  if (!isOurResource(addresses, search.get("resource"))) {
    return ["invalid_target", "The client asked for access to another server than this one."];
  }
  if (accessOf(search.get("scope")) === undefined) {
    return ["invalid_scope", "The client asked only for rights that do not exist here."];
  }
  return null;
}

/**
 * Checks the query of an authorization request. A failure is never sent to an address by itself: anyone may register a
 * client, and a link to this page must not become a link to anywhere.
 */
export async function checkAuthorization(
  database: AppDatabase,
  addresses: Addresses,
  search: URLSearchParams,
): Promise<CheckedAuthorization> {
  const refuse = (message: string, url: string | null = null) => ({ refused: { message, returnUrl: url } });
  const repeated = PARAMETERS.find((name) => search.getAll(name).length > 1);
  if (repeated !== undefined) return refuse(`The request names ${repeated} more than once.`);
  const client = await findOauthClient(database, search.get("client_id") ?? "");
  if (!client) {
    return refuse(
      "This client is not registered here, or no longer. Remove its sign-in in the client and connect again.",
    );
  }
  const redirectUri = search.get("redirect_uri") ?? "";
  if (!isRegisteredRedirectUri(client.redirectUris, redirectUri)) {
    return refuse("The address to return to is not one that the client registered.");
  }
  const state = search.get("state");
  const problem = problemOf(addresses, search);
  if (problem) {
    const [error, message] = problem;
    return refuse(
      message,
      returnUrl(addresses.publicUrl, redirectUri, { state: state?.slice(0, MAX_STATE_LENGTH) ?? null, error }),
    );
  }
  const access = accessOf(search.get("scope")) ?? "read";
  return { request: { client, redirectUri, state, challenge: search.get("code_challenge") ?? "", access } };
}
