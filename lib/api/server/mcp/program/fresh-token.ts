import { z } from "zod";
import { sendForm } from "./oauth-request";
import { changeSignIn, readSignIns, renewSignIn, type StoredSignIn, withSignInLock } from "./sign-in-file";
import { UsageError } from "./usage-error";

/** A token that ends this soon could end before the request arrives. */
const MARGIN_MS = 60_000;

/** Which sign-in a program uses, and what it asks the dashboard with. */
interface SignInSource {
  readonly path: string;
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly nowMs: () => number;
}

/** Returns the sentence for a dashboard that this machine is not signed in to. */
export function notSignedIn(origin: string): UsageError {
  const key = "Set HEDDLE_AGENT_KEY to a key that you created in the dashboard under Settings → Agents";
  return new UsageError(`Not signed in to ${origin}. ${key}, or sign in with heddle login.`);
}

const tokens = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });

/** Returns what is stored of an answer with tokens. */
export function signInOf(clientId: string, body: Readonly<Record<string, unknown>>, nowMs: number): StoredSignIn {
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: lifetimeS } = tokens.parse(body);
  return { clientId, accessToken, refreshToken, expiresAt: new Date(nowMs + lifetimeS * 1000).toISOString() };
}

function isFresh({ expiresAt }: StoredSignIn, nowMs: number): boolean {
  return Date.parse(expiresAt) - MARGIN_MS > nowMs;
}

function requireSignIn({ path, origin }: SignInSource): StoredSignIn {
  const signIn = readSignIns(path).dashboards[origin];
  if (signIn === undefined) throw notSignedIn(origin);
  return signIn;
}

async function renewed(source: SignInSource): Promise<string> {
  const { path, origin, nowMs } = source;
  const signIn = requireSignIn(source);
  // Another program may have renewed it while this one waited.
  if (isFresh(signIn, nowMs())) return signIn.accessToken;
  const { clientId, refreshToken } = signIn;
  const form = {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
    resource: `${origin}/api/mcp`,
  };
  const answer = await sendForm(source.fetch, new URL("/oauth/token", origin), form);
  if (answer.status === 200) {
    const next = signInOf(clientId, answer.body, nowMs());
    renewSignIn(path, origin, next);
    return next.accessToken;
  }
  if (answer.error !== "invalid_grant" && answer.error !== "invalid_client") throw new Error(answer.message);
  changeSignIn(path, origin, null);
  throw new UsageError(`The sign-in to ${origin} has ended. Sign in again with heddle login.`);
}

/**
 * Returns an access token that is valid for a while, and renews it where needed: one program of the user at a time.
 *
 * @throws UsageError when the user has to sign in again, Error when the dashboard does not respond
 */
export async function freshToken(source: SignInSource): Promise<string> {
  const signIn = requireSignIn(source);
  if (isFresh(signIn, source.nowMs())) return signIn.accessToken;
  return await withSignInLock(source.path, () => renewed(source));
}
