import type { Role } from "@/lib/api/contract/operation/app-operation";
import {
  type AccountLink,
  createInvitation,
  findAccountLink,
  markLinkUsed,
  removeSetupLink,
  replaceSetupLink,
} from "@/lib/database/account-links";
import type { AppDatabase } from "@/lib/database/app-database";
import { recordAudit } from "@/lib/database/audit";
import { endSessionsOf } from "@/lib/database/sessions";
import { createUser, findUser, findUserByEmail, hasAnyUser, setPasswordHash, type User } from "@/lib/database/users";
import type { Environment } from "@/lib/environment/environment";
import { CommonPasswordError } from "./common-password";
import { hashNewPassword } from "./password";

/** The token follows `#`, so that it reaches no server log and no referrer. */
export function linkTo(publicUrl: string, token: string): string {
  return `${publicUrl}/set-up#token=${token}`;
}

async function createFirstAdmin(database: AppDatabase, email: string, password: string, now: Date): Promise<void> {
  const passwordHash = await hashNewPassword(password, [email]);
  await database.transaction().execute(async (transaction) => {
    if (await hasAnyUser(transaction)) return;
    await removeSetupLink(transaction);
    const name = email.split("@")[0] ?? email;
    const user = await createUser(transaction, { name, email, role: "admin", passwordHash }, now);
    const record = { event: "account.created", actorId: user.id, target: user.email } as const;
    await recordAudit(transaction, { ...record, isAllowed: true, requestId: null }, now);
  });
}

/**
 * Creates the first admin from the environment if it is configured and no account exists yet.
 *
 * @throws CommonPasswordError that names the variable
 */
export async function ensureFirstAdmin(
  database: AppDatabase,
  environment: Pick<Environment, "HEDDLE_ADMIN_EMAIL" | "HEDDLE_ADMIN_PASSWORD">,
  now: Date,
): Promise<void> {
  const { HEDDLE_ADMIN_EMAIL: email, HEDDLE_ADMIN_PASSWORD: password } = environment;
  if (email === undefined || password === undefined || (await hasAnyUser(database))) return;
  try {
    await createFirstAdmin(database, email, password, now);
  } catch (error) {
    throw error instanceof CommonPasswordError ? new CommonPasswordError("HEDDLE_ADMIN_PASSWORD") : error;
  }
}

/**
 * Returns the set-up link while no account exists (each start creates a new link and revokes the earlier one),
 * otherwise null.
 */
export async function prepareFirstAccess(
  database: AppDatabase,
  environment: Pick<Environment, "HEDDLE_ADMIN_EMAIL" | "HEDDLE_ADMIN_PASSWORD" | "publicUrl">,
  now: Date,
): Promise<{ setUpUrl: string | null }> {
  await ensureFirstAdmin(database, environment, now);
  if (await hasAnyUser(database)) return { setUpUrl: null };
  return { setUpUrl: linkTo(environment.publicUrl, await replaceSetupLink(database, now)) };
}

export interface NewAccount {
  readonly token: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** The link was used, has expired, or never existed. */
export class LinkInvalidError extends Error {
  override readonly name = "LinkUnusable";

  constructor() {
    super("This link has already been used, has expired, or is incomplete.");
  }
}

function isAccountCreating(link: AccountLink | undefined): link is AccountLink {
  return link !== undefined && link.kind !== "password";
}

/**
 * Creates the account for a link and marks the link as used, in one transaction.
 *
 * @throws LinkInvalidError; CommonPasswordError, or a unique violation when the address already has an account (the link
 *   then stays usable).
 */
export async function redeemLink(
  database: AppDatabase,
  account: NewAccount,
  now: Date,
  requestId: string | null,
): Promise<User> {
  if (!isAccountCreating(await findAccountLink(database, account.token, now))) throw new LinkInvalidError();
  const passwordHash = await hashNewPassword(account.password, [account.name, account.email]);
  return await database.transaction().execute(async (transaction) => {
    const link = await findAccountLink(transaction, account.token, now);
    if (!isAccountCreating(link) || !(await markLinkUsed(transaction, link.id, now))) throw new LinkInvalidError();
    const user = await createUser(
      transaction,
      { name: account.name, email: account.email, role: link.role, passwordHash },
      now,
    );
    const record = { event: "account.created", actorId: user.id, target: user.email } as const;
    await recordAudit(transaction, { ...record, isAllowed: true, requestId }, now);
    return user;
  });
}

/**
 * Sets the password of the link's account, marks the link as used, and ends that user's sessions, in one transaction.
 *
 * @throws LinkInvalidError, CommonPasswordError
 */
export async function redeemPasswordLink(
  database: AppDatabase,
  { token, password }: Pick<NewAccount, "token" | "password">,
  now: Date,
  requestId: string | null,
): Promise<User> {
  const { userId } = (await findAccountLink(database, token, now)) ?? {};
  const owner = userId ? await findUser(database, userId) : undefined;
  if (!owner) throw new LinkInvalidError();
  const passwordHash = await hashNewPassword(password, [owner.name, owner.email]);
  return await database.transaction().execute(async (transaction) => {
    const link = await findAccountLink(transaction, token, now);
    const user = link?.userId ? await findUser(transaction, link.userId) : undefined;
    if (!link || !user || !(await markLinkUsed(transaction, link.id, now))) throw new LinkInvalidError();
    await setPasswordHash(transaction, user.id, passwordHash);
    await endSessionsOf(transaction, user.id);
    const record = { event: "password.reset", actorId: user.id, target: user.email } as const;
    await recordAudit(transaction, { ...record, isAllowed: true, requestId }, now);
    return user;
  });
}

/** Creates a single-use sign-up link for this role, valid for 7 days. For `npm run admin`. */
export async function invite(
  database: AppDatabase,
  environment: Pick<Environment, "publicUrl">,
  role: Role,
  now: Date,
): Promise<string> {
  const { token } = await createInvitation(database, role, now);
  const record = { event: "invitation.created", actorId: null, target: role } as const;
  await recordAudit(database, { ...record, isAllowed: true, requestId: null }, now);
  return linkTo(environment.publicUrl, token);
}

/**
 * Sets a user's password and ends all of that user's sessions; returns false for an unknown address. For `npm run
 * admin`.
 *
 * @throws CommonPasswordError
 */
export async function resetPassword(
  database: AppDatabase,
  email: string,
  password: string,
  now: Date,
): Promise<boolean> {
  const user = await findUserByEmail(database, email);
  if (!user) return false;
  const passwordHash = await hashNewPassword(password, [user.name, user.email]);
  await database.transaction().execute(async (transaction) => {
    await setPasswordHash(transaction, user.id, passwordHash);
    await endSessionsOf(transaction, user.id);
    const record = { event: "password.reset", actorId: null, target: user.email } as const;
    await recordAudit(transaction, { ...record, isAllowed: true, requestId: null }, now);
  });
  return true;
}
