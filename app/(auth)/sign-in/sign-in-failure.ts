import type { OidcRefusal } from "@/lib/api/contract/app/people";

const refusals: Readonly<Record<OidcRefusal, string>> = {
  issuer: "The response came from a provider other than the configured one. An admin can check its issuer.",
  "no-email":
    "The provider did not return your email address, which is required at first sign-in. An admin can check its scopes.",
  unverified: "The provider has not verified your email address. Verify it there, then try again.",
  "not-allowed": "Your email address may not sign in here. Ask an admin to allow it.",
  "no-role": "The provider gave you no role here. Ask an admin which group you need.",
  "no-account": "You have no account here. Ask an admin for an invitation, then sign in again.",
  "not-set-up": "Heddle is not set up yet. Open the set-up link that was printed at startup.",
  disabled: "Your account is disabled. Ask an admin.",
};

/**
 * Returns the text of a failed sign-in through the provider; undefined without an error.
 *
 * @param error from the URL: next-auth's own code, or `oidc-` and our reason
 */
export function providerFailure(error: string | undefined, provider: string): string | undefined {
  if (error === undefined) return undefined;
  if (error === "OAuthSignin") return `The provider (${provider}) does not respond. Try again, or use your password.`;
  if (error === "OAuthCallback" || error === "Callback") {
    return `Sign-in with ${provider} was cancelled, or its response could not be verified. Try again.`;
  }
  const reason = Object.entries(refusals).find(([name]) => error === `oidc-${name}`);
  return reason?.[1] ?? "Sign-in failed. See the dashboard's log.";
}

/** Returns the text of a refused sign-in. It does not reveal whether the email or the password was wrong. */
export function signInFailure(error: string | null, status: number | null): string {
  const seconds = /^throttled-(\d+)$/.exec(error ?? "")?.[1];
  if (status === 429 || seconds !== undefined) {
    const wait = seconds === undefined ? "in a few minutes" : `in ${Math.max(1, Math.ceil(Number(seconds) / 60))} min`;
    return `Too many attempts. Try again ${wait}.`;
  }
  if (error === "code-refused") return "Wrong or used code. Enter the one that the app shows now.";
  if (error === "CredentialsSignin" || status === 401) return "Incorrect email or password.";
  if (error === null) return "The dashboard does not respond. Check that it is running.";
  return "Sign-in failed. See the dashboard's log.";
}
