import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { findSecondFactor } from "@/lib/database/second-factors";
import { createSession, removeExpiredSessions, type SessionLimits, type SessionOrigin } from "@/lib/database/sessions";
import { findPassword, normalEmail, setPasswordHash, type User } from "@/lib/database/users";
import { hashPassword, needsRehash, verifyPassword } from "./password";
import { RateLimitedError } from "./rate-limit";
import { consumeCode } from "./second-factor";
import { originText } from "./session-origin";
import type { SignInThrottle } from "./throttle";
import type { Vault } from "./vault";

const MAX_PASSWORD_LENGTH = 256;
const MAX_EMAIL_LENGTH = 254;

export interface SignInContext {
  readonly database: AppDatabase;
  readonly throttle: SignInThrottle;
  /** Decrypts the secrets of authenticator apps. */
  readonly vault: Vault;
  readonly sessionLimits: SessionLimits;
  readonly now: () => Date;
}

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly address: string;
  /** The code of an authenticator app, or a recovery code; absent in the first step. */
  readonly code?: string;
  /** Shown to the user in the list of their sessions. */
  readonly origin?: SessionOrigin;
}

export interface SignedIn {
  readonly user: User;
  readonly sessionId: string;
}

/** The password is right, and the account has a second factor whose code is missing or wrong. */
export class CodeRequiredError extends Error {
  override readonly name = "CodeRequired";

  constructor(readonly problem: "missing" | "wrong") {
    super(`The code is ${problem}.`);
  }
}

type SignInEvent =
  | "sign-in.succeeded"
  | "sign-in.failed"
  | "sign-in.throttled"
  | "sign-in.code-asked"
  | "sign-in.code-refused"
  | "recovery-code.used";

const REFUSALS: ReadonlySet<SignInEvent> = new Set(["sign-in.failed", "sign-in.throttled", "sign-in.code-refused"]);

/** The account that someone signs in to, and from where. */
interface AuditedAttempt {
  readonly email: string;
  readonly origin?: SessionOrigin | undefined;
}

async function audit(
  { database, now }: Pick<SignInContext, "database" | "now">,
  event: SignInEvent,
  { email, origin }: AuditedAttempt,
  user?: User,
): Promise<void> {
  const target = `${email}${originText(origin)}`;
  const isAllowed = !REFUSALS.has(event);
  await recordAudit(database, { event, actorId: user?.id ?? null, target, isAllowed, requestId: null }, now());
}

/** Counts against a limit, and records when it is spent. @throws RateLimitedError */
async function counted<Result>(
  context: SignInContext,
  attempt: AuditedAttempt,
  count: Promise<Result>,
): Promise<Result> {
  try {
    return await count;
  } catch (error) {
    if (error instanceof RateLimitedError) await audit(context, "sign-in.throttled", attempt);
    throw error;
  }
}

/** Returns the user with this password, checked once and with a limit on its length. */
async function checkPassword({ database }: SignInContext, email: string, password: string) {
  const isTooLong = password.length > MAX_PASSWORD_LENGTH;
  const stored = isTooLong ? undefined : await findPassword(database, email);
  const isRight = await verifyPassword(isTooLong ? "" : password, stored?.passwordHash);
  return isRight ? stored : undefined;
}

/**
 * Counts the code of a user who has a second factor, before it is checked.
 *
 * @returns the key of the count; undefined for a user without a second factor
 * @throws CodeRequiredError without a code, RateLimitedError
 */
async function countCode(
  context: SignInContext,
  user: User,
  { code, address, origin }: SignInAttempt,
): Promise<string | undefined> {
  const attempt = { email: user.email, origin };
  if (!(await findSecondFactor(context.database, user.id))) return undefined;
  if (code === undefined) {
    await audit(context, "sign-in.code-asked", attempt, user);
    throw new CodeRequiredError("missing");
  }
  return await counted(context, attempt, context.throttle.countCode(user.email, address));
}

/** Checks the code of a user and uses it up. A second factor that was turned on meanwhile has no code yet: wrong. */
async function passesSecondFactor(
  { database, vault, now }: SignInContext,
  user: User,
  { code, origin }: SignInAttempt,
): Promise<boolean> {
  const factor = await findSecondFactor(database, user.id);
  if (!factor) return true;
  const proof = code === undefined ? undefined : await consumeCode(database, vault, user.id, factor, code, now());
  if (proof === "recovery") await audit({ database, now }, "recovery-code.used", { email: user.email, origin }, user);
  if (proof === undefined) await audit({ database, now }, "sign-in.code-refused", { email: user.email, origin }, user);
  return proof !== undefined;
}

/**
 * Checks an address, a password and, for an account with a second factor, a code, and opens a session. Returns undefined
 * for a wrong password, an unknown and a disabled account alike, after the same time.
 *
 * @throws RateLimitedError after too many attempts, before any password or code is checked; CodeRequiredError after a
 *   right password, when a code is missing or wrong; CredentialDecryptionError when the secret of the app cannot be
 *   decrypted.
 */
export async function signIn(context: SignInContext, attempt: SignInAttempt): Promise<SignedIn | undefined> {
  const email = normalEmail(attempt.email).slice(0, MAX_EMAIL_LENGTH);
  const from = { email, origin: attempt.origin };
  await counted(context, from, context.throttle.countAttempt(email, attempt.address));
  const stored = await checkPassword(context, email, attempt.password);
  if (!stored) {
    await audit(context, "sign-in.failed", from);
    return undefined;
  }
  await context.throttle.acceptPassword(email, attempt.address);
  const codeCount = await countCode(context, stored.user, attempt);
  const newHash = needsRehash(stored.passwordHash) ? await hashPassword(attempt.password) : null;
  await removeExpiredSessions(context.database, context.now(), context.sessionLimits);
  const result = await context.database.transaction().execute(async (database) => {
    const current = await findPassword(database, email);
    // Neither the password of before a change nor an account that was disabled meanwhile opens a session.
    const isSame = current?.passwordHash === stored.passwordHash;
    if (!current || !(isSame || (await verifyPassword(attempt.password, current.passwordHash)))) {
      await audit({ ...context, database }, "sign-in.failed", from);
      return "wrong-password";
    }
    if (!(await passesSecondFactor({ ...context, database }, current.user, attempt))) return "wrong-code";
    if (newHash !== null) await setPasswordHash(database, current.user.id, newHash);
    const sessionId = await createSession(database, current.user.id, context.now(), attempt.origin);
    await audit({ ...context, database }, "sign-in.succeeded", from, current.user);
    return { user: current.user, sessionId };
  });
  if (result === "wrong-password") return undefined;
  if (result === "wrong-code") throw new CodeRequiredError("wrong");
  if (codeCount !== undefined) await context.throttle.acceptCode(codeCount);
  await context.throttle.acceptSignIn(email, attempt.address);
  return result;
}
