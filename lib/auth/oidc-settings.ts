import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { Environment } from "@/lib/environment/environment";
import type { RoleRule } from "@/lib/environment/oidc-role-rules";

/** A sign-in provider, and which of its users may sign in. */
export interface OidcSettings {
  /** As entered; the provider may write its own with or without a trailing slash. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
  readonly scopes: string;
  /** Lower case: domains, and addresses (recognized by their `@`). Empty to allow everyone. */
  readonly allowed: readonly string[];
  readonly canCreateAccounts: boolean;
  readonly role: Role;
  /** Roles by the values of a claim; none where users keep the roles that an admin gives them. */
  readonly roleRules: readonly RoleRule[];
  readonly rolesClaim: string;
  /** Whether addresses count as verified when the provider does not say. */
  readonly isEmailTrusted: boolean;
}

/** Undefined if the environment configures no provider. */
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
    roleRules: environment.OIDC_ROLES,
    rolesClaim: environment.OIDC_ROLES_CLAIM,
    isEmailTrusted: environment.OIDC_TRUST_EMAIL === "yes",
  };
}

function withoutSlash(text: string): string {
  return text.endsWith("/") ? text.slice(0, -1) : text;
}

/** Returns whether a token's issuer is the configured provider. */
export function isIssuer({ issuer }: OidcSettings, claimed: string): boolean {
  return withoutSlash(claimed) === withoutSlash(issuer);
}

/**
 * Returns whether an address may sign in. A domain does not include its subdomains.
 *
 * @param email in its normal form, and verified
 */
export function isAllowed({ allowed }: OidcSettings, email: string): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return allowed.length === 0 || allowed.includes(email) || allowed.includes(domain);
}

/** The discovery document of the provider. */
export function discoveryUrl({ issuer }: OidcSettings): string {
  return `${withoutSlash(issuer)}/.well-known/openid-configuration`;
}
