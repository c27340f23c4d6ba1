import type { AuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { recordAudit } from "@/lib/database/audit";
import { endSession, findLiveSession } from "@/lib/database/sessions";
import type { User } from "@/lib/database/users";
import { safeReturnUrl } from "@/lib/environment/dashboard-origin";
import type { Environment } from "@/lib/environment/environment";
import type { LostWriting } from "./apply-claimed-roles";
import { oidcProvider } from "./oidc-provider";
import { oidcOf } from "./oidc-settings";
import { signInByIdentity } from "./oidc-sign-in";
import { RateLimitedError } from "./rate-limit";
import { MAX_CODE_LENGTH } from "./second-factor";
import type { SessionContext } from "./session";
import { type CookieName, cookieName, isHttps } from "./session-cookie";
import { sessionOrigin } from "./session-origin";
import { CodeRequiredError, type SignedIn, type SignInContext, signIn } from "./sign-in";
import { callerAddress } from "./throttle";

export interface AuthContext extends SessionContext, SignInContext {
  readonly environment: Environment;
  readonly log: { readonly error: (details: object, message: string) => void };
  /** Revokes the keys of a user who may no longer write there; absent where there is no service. */
  readonly onLostWriting?: (user: User, lost: LostWriting) => Promise<void>;
}

/** The error text of a throttled sign-in in next-auth, followed by the seconds to wait; see auth-handler.ts. */
export const THROTTLED_ERROR = "throttled-";

/** The errors of a right password without or with a wrong code, in next-auth. The sign-in page asks for the code. */
const CODE_ERRORS = { missing: "code-required", wrong: "code-refused" } as const;

/** Codes under which next-auth logs a provider's failure; their error describes the problem with the response. */
const PROVIDER_FAILURES: ReadonlySet<string> = new Set(["SIGNIN_OAUTH_ERROR", "OAUTH_CALLBACK_ERROR"]);
const MAX_REASON_LENGTH = 300;

function cookie(context: AuthContext, name: CookieName) {
  return {
    name: cookieName(context.environment, name),
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps(context.environment) },
  };
}

async function authorize(context: AuthContext, credentials: Record<string, unknown>, headers: Headers) {
  const { email, password, code } = credentials;
  if (typeof email !== "string" || typeof password !== "string" || !email || !password) return null;
  const hops = context.environment.HEDDLE_TRUSTED_PROXY_HOPS;
  const where = { address: callerAddress(headers, hops), origin: sessionOrigin(headers, hops) };
  const isCode = typeof code === "string" && code.trim() !== "";
  const attempt = { email, password, ...where, ...(isCode ? { code: code.slice(0, MAX_CODE_LENGTH) } : {}) };
  try {
    const signedIn = await signIn(context, attempt);
    return signedIn ? { id: signedIn.user.id, sid: signedIn.sessionId, role: signedIn.user.role } : null;
  } catch (error) {
    if (error instanceof RateLimitedError)
      throw new Error(`${THROTTLED_ERROR}${error.retryAfterSeconds}`, { cause: error });
    if (error instanceof CodeRequiredError) throw new Error(CODE_ERRORS[error.problem], { cause: error });
    context.log.error({ err: error }, "sign-in failed");
    throw new Error("unavailable", { cause: error });
  }
}

async function endSessionOf(context: AuthContext, token: Record<string, unknown>): Promise<void> {
  if (typeof token.sid !== "string") return;
  await endSession(context.database, token.sid);
  const actorId = typeof token.sub === "string" ? token.sub : null;
  await recordAudit(
    context.database,
    { event: "sign-out", actorId, target: null, isAllowed: true, requestId: null },
    context.now(),
  );
}

/** The first message of a failure, which is nested in next-auth's own errors and objects. */
function reasonOf(details: unknown): string | undefined {
  const error = details instanceof Error ? details : (details as { error?: unknown } | undefined)?.error;
  return error instanceof Error ? error.message.slice(0, MAX_REASON_LENGTH) : undefined;
}

function logFailure(context: AuthContext, code: string, details: unknown): void {
  const reason = PROVIDER_FAILURES.has(code) ? reasonOf(details) : undefined;
  context.log.error(reason === undefined ? { code } : { code, reason }, "next-auth");
}

/**
 * The next-auth settings for one request: credentials, a provider if the environment configures one, and a token with a
 * user and a session row. The role in the token is a hint for pages; every check reads the row.
 */
export function authOptions(context: AuthContext, headers: Headers): AuthOptions {
  const oidc = oidcOf(context.environment);
  /** The session opened by signing in through the provider, until the token is created from it in the same request. */
  let opened: SignedIn | undefined;
  return {
    secret: context.sessionSecret,
    session: { strategy: "jwt", maxAge: context.sessionLimits.absoluteMs / 1000 },
    pages: { signIn: "/sign-in", error: "/sign-in" },
    useSecureCookies: isHttps(context.environment),
    cookies: {
      sessionToken: cookie(context, "session"),
      csrfToken: cookie(context, "csrf"),
      callbackUrl: cookie(context, "callback"),
      state: cookie(context, "state"),
      nonce: cookie(context, "nonce"),
      pkceCodeVerifier: cookie(context, "pkce"),
    },
    providers: [
      ...(context.environment.HEDDLE_PASSWORDS === "yes"
        ? [
            CredentialsProvider({
              credentials: { email: {}, password: {}, code: {} },
              authorize: (credentials) => authorize(context, credentials ?? {}, headers),
            }),
          ]
        : []),
      ...(oidc ? [oidcProvider(oidc)] : []),
    ],
    callbacks: {
      redirect: async ({ url }) => safeReturnUrl(context.environment, url),
      signIn: async ({ account, profile }) => {
        if (account?.type !== "oauth") return true;
        // next-auth knows the provider only by its settings: without them no such account exists.
        const origin = sessionOrigin(headers, context.environment.HEDDLE_TRUSTED_PROXY_HOPS);
        const result = oidc ? await signInByIdentity(context, oidc, profile, origin) : ({ refused: "issuer" } as const);
        if ("refused" in result) return `${context.environment.publicUrl}/sign-in?error=oidc-${result.refused}`;
        for (const lost of result.lost) await context.onLostWriting?.(result.user, lost);
        opened = result;
        return true;
      },
      jwt: async ({ token, user }) => {
        if (opened) return { sub: opened.user.id, sid: opened.sessionId, role: opened.user.role };
        if (user && "sid" in user && "role" in user) return { sub: user.id, sid: user.sid, role: user.role };
        const sid = typeof token.sid === "string" ? token.sid : "";
        const live = await findLiveSession(context.database, sid, context.now(), context.sessionLimits);
        // next-auth responds to an error here with an empty session and clears the cookie.
        if (!live) throw new Error("The session has ended.");
        return { sub: live.user.id, sid, role: live.user.role };
      },
      session: async ({ session, token }) => {
        const live = await findLiveSession(context.database, String(token.sid), context.now(), context.sessionLimits);
        return live ? { expires: live.expiresAt, user: live.user } : { expires: session.expires };
      },
    },
    events: { signOut: async ({ token }) => endSessionOf(context, token) },
    logger: {
      // Never log the raw details: next-auth puts whole requests into them.
      error: (code, details) => logFailure(context, code, details),
      warn: () => {},
      debug: () => {},
    },
  };
}
