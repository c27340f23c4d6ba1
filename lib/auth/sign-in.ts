import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { createSession, removeExpiredSessions, type SessionOrigin } from "@/lib/database/sessions";
import { findPassword, normalEmail, setPasswordHash, type User } from "@/lib/database/users";
import { hashPassword, needsRehash, verifyPassword } from "./password";
import { RateLimitedError } from "./rate-limit";
import type { SignInThrottle } from "./throttle";

const MAX_PASSWORD_LENGTH = 256;
const MAX_EMAIL_LENGTH = 254;

export interface SignInContext {
  readonly database: AppDatabase;
  readonly throttle: SignInThrottle;
  readonly now: () => Date;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** Shown to the user in the list of their sessions. */
  readonly origin?: SessionOrigin;
}

export interface SignedIn {
  readonly user: User;
  readonly sessionId: string;
}

async function audit(
  { database, now }: SignInContext,
  event: "sign-in.succeeded" | "sign-in.failed" | "sign-in.throttled",
  email: string,
  user?: User,
): Promise<void> {
  const isAllowed = event === "sign-in.succeeded";
  await recordAudit(database, { event, actorId: user?.id ?? null, target: email, isAllowed, requestId: null }, now());
}

async function countAttempt(context: SignInContext, email: string, address: string): Promise<void> {
  try {
    await context.throttle.countAttempt(email, address);
  } catch (error) {
    if (error instanceof RateLimitedError) await audit(context, "sign-in.throttled", email);
    throw error;
  }
}

/**
 * Checks an address and a password and opens a session. Returns undefined for a wrong password, an unknown and a
 * disabled account alike, after the same time.
 *
 * @throws Throttled after too many attempts, before any password is checked.
 */
export async function signIn(context: SignInContext, attempt: SignInAttempt): Promise<SignedIn | undefined> {
  const email = normalEmail(attempt.email).slice(0, MAX_EMAIL_LENGTH);
  await countAttempt(context, email, attempt.address);
  const isTooLong = attempt.password.length > MAX_PASSWORD_LENGTH;
  const stored = isTooLong ? undefined : await findPassword(context.database, email);
  const isRight = await verifyPassword(isTooLong ? "" : attempt.password, stored?.passwordHash);
  if (!stored || !isRight) {
    await audit(context, "sign-in.failed", email);
    return undefined;
  }
  await context.throttle.acceptSignIn(email, attempt.address);
  const newHash = needsRehash(stored.passwordHash) ? await hashPassword(attempt.password) : null;
  await removeExpiredSessions(context.database, context.now());
  return await context.database.transaction().execute(async (database) => {
    const current = await findPassword(database, email);
    // Neither the password of before a change nor an account that was disabled meanwhile opens a session.
    const isSame = current?.passwordHash === stored.passwordHash;
    if (!current || !(isSame || (await verifyPassword(attempt.password, current.passwordHash)))) {
      await audit({ ...context, database }, "sign-in.failed", email);
      return undefined;
    }
    if (newHash !== null) await setPasswordHash(database, current.user.id, newHash);
    const sessionId = await createSession(database, current.user.id, context.now(), attempt.origin);
    await audit({ ...context, database }, "sign-in.succeeded", email, current.user);
    return { user: current.user, sessionId };
  });
}
