import { decode } from "next-auth/jwt";
import { z } from "zod";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { AppDatabase } from "@/lib/database/app-database";
import { findLiveSession, type LiveSession, type SessionLimits } from "@/lib/database/sessions";
import type { Environment } from "@/lib/environment/environment";
import { hasRole } from "./roles";
import { cookieName, parseCookies } from "./session-cookie";

export interface SessionContext {
  readonly environment: Pick<Environment, "publicUrl" | "PORT">;
  readonly database: AppDatabase;
  /** Derived from the secret key; signs and encrypts session tokens. */
  readonly sessionSecret: string;
  readonly sessionLimits: SessionLimits;
  readonly now: () => Date;
}

/** No user is signed in, or the session has ended. */
export class SignedOutError extends Error {
  override readonly name = "SignedOut";

  constructor() {
    super("Sign in to continue.");
  }
}

/** The signed-in user's role is not sufficient. */
export class RoleError extends Error {
  override readonly name = "RoleRefused";

  constructor(
    readonly needed: Role,
    readonly session: LiveSession,
    actual: Role = session.user.role,
  ) {
    super(`This requires the role ${needed}; yours is ${actual}.`);
  }
}

const tokenClaims = z.object({ sub: z.string(), sid: z.string() });

async function sessionIdOf(context: SessionContext, token: string): Promise<string | undefined> {
  try {
    const claims = tokenClaims.safeParse(await decode({ token, secret: context.sessionSecret }));
    return claims.success ? claims.data.sid : undefined;
  } catch {
    // Not one of our tokens: expired, signed with another key, or another kind of token put into this cookie.
    return undefined;
  }
}

/** Returns the session of a Cookie header if it is live: the token is checked and the session's row is read. */
export async function readSession(
  context: SessionContext,
  cookieHeader: string | null,
): Promise<LiveSession | undefined> {
  const token = parseCookies(cookieHeader)[cookieName(context.environment, "session")];
  if (!token) return undefined;
  const id = await sessionIdOf(context, token);
  return id === undefined
    ? undefined
    : await findLiveSession(context.database, id, context.now(), context.sessionLimits);
}

/**
 * Returns the signed-in user with the current role. Called wherever data is read, not only in the request hook.
 *
 * @throws SignedOutError without a live session, RoleError when the role is not sufficient.
 */
export async function requireUser(
  context: SessionContext,
  cookieHeader: string | null,
  role: Role = "viewer",
): Promise<LiveSession> {
  const session = await readSession(context, cookieHeader);
  if (!session) throw new SignedOutError();
  requireRole(session, role);
  return session;
}

/**
 * @param actual the role that counts, where it is not the one of the instance
 * @throws RoleError when the user's role is not sufficient.
 */
export function requireRole(session: LiveSession, role: Role, actual: Role = session.user.role): void {
  if (!hasRole(actual, role)) throw new RoleError(role, session, actual);
}
