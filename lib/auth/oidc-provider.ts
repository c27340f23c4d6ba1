import type { OAuthConfig } from "next-auth/providers/oauth";
import { discoveryUrl, type OidcSettings } from "./oidc-settings";

/** Part of the callback address, which is registered in the provider's own settings and must never change. */
const OIDC_ID = "oidc";

const TIMEOUT_MS = 10_000;

interface Claims extends Record<string, unknown> {
  readonly sub: string;
}

/**
 * The provider for next-auth: authorization code with PKCE, state and nonce; the user is identified by the signed id
 * token.
 */
export function oidcProvider(settings: OidcSettings): OAuthConfig<Claims> {
  return {
    id: OIDC_ID,
    name: settings.name,
    type: "oauth",
    wellKnown: discoveryUrl(settings),
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    authorization: { params: { scope: settings.scopes } },
    idToken: true,
    checks: ["pkce", "state", "nonce"],
    httpOptions: { timeout: TIMEOUT_MS },
    userinfo: {
      // Some providers return the email address only from the userinfo endpoint; the client checks that its subject is
      // the same. Claims of the token take precedence.
      request: async ({ client, tokens }) => {
        // next-auth's type of the tokens lacks the class's methods.
        const claims = (tokens as unknown as { claims(): Claims }).claims();
        if (claims.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return claims;
        return { ...(await client.userinfo(tokens as Parameters<typeof client.userinfo>[0])), ...claims };
      },
    },
    // The sign-in callback finds the account.
    profile: ({ sub }) => ({ id: sub }),
  };
}
