/** What a refused sign-in says. Whether the address or the password was wrong is not told. */
export function signInFailure(error: string | null, status: number | null): string {
  if (status === 429 || error?.startsWith("throttled")) {
    const seconds = Number(error?.split(":")[1]);
    const wait = Number.isFinite(seconds) ? `in ${Math.ceil(seconds / 60)} min` : "in a few minutes";
    return `Too many tries. Try again ${wait}.`;
  }
  if (error === "CredentialsSignin" || status === 401) return "Email or password is not right.";
  if (error === null) return "The dashboard does not answer. Is it still running?";
  return "Signing in failed. The dashboard's log says why.";
}
