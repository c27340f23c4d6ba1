import { type AccessChoices, accessChoices } from "@/app/(auth)/oauth/access-choices";
import { type AuthorizationRequest, returnUrl } from "@/lib/auth/oauth/authorization-request";
import { redirectHost, staysOnMachine } from "@/lib/auth/oauth/redirect-uri";
import { hasRole } from "@/lib/auth/roles";
import { highestRole } from "@/lib/auth/workspace-roles";
import type { SessionUser } from "@/lib/database/workspace-roles";

/** The parts of a request that the consent page shows. */
export interface ConsentFacts extends AccessChoices {
  readonly clientName: string;
  /** Where the client receives its answer. */
  readonly destination: string;
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
    ...accessChoices(access, canWrite),
    account: `${user.name} (${user.email})`,
    refuseUrl: returnUrl(publicUrl, redirectUri, { state, error: "access_denied" }),
  };
}
