import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { AppDatabase } from "./app-database";

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITATION_LIFETIME_MS = 7 * DAY_MS;
const PASSWORD_LINK_LIFETIME_MS = DAY_MS;

export interface AccountLink {
  readonly id: string;
  readonly kind: "set-up" | "invitation" | "password";
  /** The role for the new account; for `password`, the account's role at that time. */
  readonly role: Role;
  /** The user whose password it sets; null for the other kinds. */
  readonly userId: string | null;
}

/** An invitation that has not been used yet. */
export interface OpenInvitation {
  readonly id: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly createdBy: string | null;
}

/** A link as its creator receives it: the token is not stored. */
export interface CreatedLink {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: string;
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

interface NewLink extends Omit<AccountLink, "id"> {
  readonly createdBy: string | null;
  readonly expiresAt: string | null;
}

async function insertLink(database: AppDatabase, link: NewLink, now: Date): Promise<{ id: string; token: string }> {
  const id = randomUUID();
  const token = randomBytes(32).toString("base64url");
  await database
    .insertInto("account_link")
    .values({
      id,
      kind: link.kind,
      role: link.role,
      user_id: link.userId,
      token_hash: hash(token),
      created_by: link.createdBy,
      created_at: now.toISOString(),
      expires_at: link.expiresAt,
      used_at: null,
    })
    .execute();
  return { id, token };
}

/** Once there is an admin, no set-up link may create another one. */
export async function removeSetupLink(database: AppDatabase): Promise<void> {
  await database.deleteFrom("account_link").where("kind", "=", "set-up").where("used_at", "is", null).execute();
}

/**
 * Creates a new token for the first admin; the token of an earlier start stops working, since only hashes are stored.
 */
export async function replaceSetupLink(database: AppDatabase, now: Date): Promise<string> {
  await removeSetupLink(database);
  const link = { kind: "set-up", role: "admin", userId: null, createdBy: null, expiresAt: null } as const;
  return (await insertLink(database, link, now)).token;
}

/** @param createdBy id of the inviting user; null on the machine itself */
export async function createInvitation(
  database: AppDatabase,
  role: Role,
  now: Date,
  createdBy: string | null = null,
): Promise<CreatedLink> {
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString();
  const made = await insertLink(database, { kind: "invitation", role, userId: null, createdBy, expiresAt }, now);
  return { ...made, expiresAt };
}

/** Creates a link that sets a user's password. Earlier links stop working. Call it in a transaction. */
export async function replacePasswordLink(
  database: AppDatabase,
  user: { readonly id: string; readonly role: Role },
  now: Date,
  createdBy: string,
): Promise<CreatedLink> {
  await database.deleteFrom("account_link").where("user_id", "=", user.id).where("used_at", "is", null).execute();
  const expiresAt = new Date(now.getTime() + PASSWORD_LINK_LIFETIME_MS).toISOString();
  const made = await insertLink(
    database,
    { kind: "password", role: user.role, userId: user.id, createdBy, expiresAt },
    now,
  );
  return { ...made, expiresAt };
}

/** Invitations that can still be used, newest first. */
export async function listInvitations(database: AppDatabase, now: Date): Promise<OpenInvitation[]> {
  const rows = await database
    .selectFrom("account_link")
    .select(["id", "role", "created_at as createdAt", "expires_at as expiresAt", "created_by as createdBy"])
    .where("kind", "=", "invitation")
    .where("used_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt ?? "" }));
}

/** Returns the invitation's role; undefined when there is no such open invitation. */
export async function deleteInvitation(database: AppDatabase, id: string): Promise<Role | undefined> {
  const deleted = await database
    .deleteFrom("account_link")
    .where("id", "=", id)
    .where("kind", "=", "invitation")
    .where("used_at", "is", null)
    .returning("role")
    .executeTakeFirst();
  return deleted?.role;
}

/** Returns the link for a token, unless it was used or has expired. */
export async function findAccountLink(
  database: AppDatabase,
  token: string,
  now: Date,
): Promise<AccountLink | undefined> {
  return await database
    .selectFrom("account_link")
    .select(["id", "kind", "role", "user_id as userId"])
    .where("token_hash", "=", hash(token))
    .where("used_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now.toISOString())]))
    .executeTakeFirst();
}

/**
 * Marks a link as used; returns false if it was used meanwhile. Call it in the transaction that creates the account.
 */
export async function markLinkUsed(database: AppDatabase, id: string, now: Date): Promise<boolean> {
  const result = await database
    .updateTable("account_link")
    .set({ used_at: now.toISOString() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
