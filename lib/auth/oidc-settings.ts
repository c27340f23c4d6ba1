import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { Environment } from "@/lib/environment/environment";

/** A provider that people sign in with, and who of its people may. */
export interface OidcSettings {
  /** As it was entered; the provider may write its own with or without a slash at the end. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: string;
  /** Lower case: domains, and addresses by their `@`. Empty for everybody. */
  readonly allowed: readonly string[];
  readonly canCreateAccounts: boolean;
  readonly role: Role;
  /** Whether addresses count as verified that the provider says nothing about. */
  readonly isEmailTrusted: boolean;
}

/** Undefined where the environment names no provider. */
export function oidcOf(environment: Environment): OidcSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = environment;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer,
    clientId,
    clientSecret,
    name: environment.OIDC_NAME,
    scopes: environment.OIDC_SCOPES,
    allowed: environment.OIDC_ALLOWED.map((entry) => entry.toLowerCase().replace(/^@/, "")),
    canCreateAccounts: environment.OIDC_SIGN_UP === "yes",
    role: environment.OIDC_ROLE,
    isEmailTrusted: environment.OIDC_TRUST_EMAIL === "yes",
  };
}

function withoutSlash(text: string): string {
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

/** Whether a token's issuer is the provider that was set. */
export function isIssuer({ issuer }: OidcSettings, claimed: string): boolean {
  return withoutSlash(claimed) === withoutSlash(issuer);
}

/**
 * Whether an address may sign in. A domain means itself, not its subdomains.
 *
 * @param email in its normal form, and verified
 */
export function isAllowed({ allowed }: OidcSettings, email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return allowed.length === 0 || allowed.includes(email) || allowed.includes(domain);
}

/** Where the provider describes itself. */
export function discoveryUrl({ issuer }: OidcSettings): string {
  return `${withoutSlash(issuer)}/.well-known/openid-configuration`;
}
