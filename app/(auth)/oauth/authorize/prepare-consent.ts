import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import { type AuthorizationRequest, returnUrl } from "@/lib/auth/oauth/authorization-request";
import { redirectHost, staysOnMachine } from "@/lib/auth/oauth/redirect-uri";
import { hasRole } from "@/lib/auth/roles";
import { highestRole } from "@/lib/auth/workspace-roles";
import type { SessionUser } from "@/lib/database/workspace-roles";

/** The parts of a request that the consent page shows. */
export interface ConsentFacts {
  readonly clientName: string;
  /** Where the client receives its answer. */
  readonly destination: string;
  /** The access that the user may allow: the requested one, limited by the user's role. */
  readonly choices: readonly AgentAccess[];
  /** Why nothing but reading can be allowed; null when more can. */
  readonly limit: string | null;
  readonly account: string;
  /** The client's address that says that the user refused. */
  readonly refuseUrl: string;
}

/** Returns the facts of a checked request for the user who decides. */
export function consentFacts(publicUrl: string, request: AuthorizationRequest, user: SessionUser): ConsentFacts {
  const { client, redirectUri, state, access } = request;
  const canWrite = hasRole(highestRole(user), "member");
  const host = redirectHost(redirectUri);
  return {
    clientName: client.name,
    destination: staysOnMachine(redirectUri) ? `a program on your computer (${host})` : host,
    choices: access === "write" && canWrite ? ["read", "write"] : ["read"],
    limit: access === "read" ? "It asks only to read." : canWrite ? null : "Your role allows reading only.",
    account: `${user.name} (${user.email})`,
    refuseUrl: returnUrl(publicUrl, redirectUri, { state, error: "access_denied" }),
  };
}
