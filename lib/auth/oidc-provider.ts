import type { OAuthConfig } from "next-auth/providers/oauth";
import { discoveryUrl, type OidcSettings } from "./oidc-settings";

/** Part of the callback address: it stands in the provider's own settings and never changes. */
const OIDC_ID = "oidc";

const TIMEOUT_MS = 10_000;

interface Claims extends Record<string, unknown> {
  readonly sub: string;
}

/** next-auth's provider: authorization code with PKCE, state and nonce; who it is comes from the signed id token. */
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
      // Some providers put the address into the answer about the user alone; the client checks that it is of the same
      // subject. What the token says wins.
      request: async ({ client, tokens }) => {
        // next-auth's type of the tokens lacks the class's methods.
        const claims = (tokens as unknown as { claims(): Claims }).claims();
        if (claims.email !== undefined || client.issuer.metadata.userinfo_endpoint === undefined) return claims;
        return { ...(await client.userinfo(tokens as Parameters<typeof client.userinfo>[0])), ...claims };
      },
    },
    // Who it is to us is found by the sign-in callback.
    profile: ({ sub }) => ({ id: sub }),
  };
}
