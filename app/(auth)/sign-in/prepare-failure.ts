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
