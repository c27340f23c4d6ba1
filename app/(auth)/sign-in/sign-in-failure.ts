import type { OidcRefusal } from "@/lib/api/contract/app/people";

const refusals: Readonly<Record<OidcRefusal, string>> = {
  issuer: "The answer came from another provider than the one that is set up. An admin can check its issuer.",
  "no-email":
    "The provider did not say your email address, which is needed the first time. An admin can check its scopes.",
  unverified: "The provider has not verified your email address. Verify it there, then try again.",
  "not-allowed": "Your address may not sign in here. Ask an admin to allow it.",
  "no-account": "You have no account here. Ask an admin for an invitation, then sign in again.",
  "not-set-up": "Nobody has set Heddle up yet. Open the set-up link that its start printed.",
  disabled: "Your account is disabled. Ask an admin.",
};

/**
 * What a failed way through the sign-in provider says; undefined without an error.
 *
 * @param error from the address: next-auth's own words, or `oidc-` and our reason
 */
export function providerFailure(error: string | undefined, provider: string): string | undefined {
  if (error === undefined) return undefined;
  if (error === "OAuthSignin") return `The provider (${provider}) does not answer. Try again, or use your password.`;
  if (error === "OAuthCallback" || error === "Callback") {
    return `Signing in with ${provider} was stopped, or its answer could not be checked. Try again.`;
  }
  const reason = Object.entries(refusals).find(([name]) => error === `oidc-${name}`);
  return reason?.[1] ?? "Signing in failed. The dashboard's log says why.";
}

/** What a refused sign-in says. Whether the address or the password was wrong is not told. */
export function signInFailure(error: string | null, status: number | null): string {
  const seconds = /^throttled-(\d+)$/.exec(error ?? "")?.[1];
  if (status === 429 || seconds !== undefined) {
    const wait = seconds === undefined ? "in a few minutes" : `in ${Math.max(1, Math.ceil(Number(seconds) / 60))} min`;
    return `Too many tries. Try again ${wait}.`;
  }
  if (error === "CredentialsSignin" || status === 401) return "Email or password is not right.";
  if (error === null) return "The dashboard does not answer. Is it still running?";
  return "Signing in failed. The dashboard's log says why.";
}
