import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "@/lib/api/contract/app-operation";
import type { AppDatabase } from "./app-database";

const INVITATION_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

export interface AccountLink {
  readonly id: string;
  readonly kind: "set-up" | "invitation";
  readonly role: Role;
}

function hash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function insertLink(
  database: AppDatabase,
  link: Omit<AccountLink, "id">,
  now: Date,
  expiresAt: string | null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await database
    .insertInto("account_link")
    .values({
      id: randomUUID(),
      ...link,
      token_hash: hash(token),
      created_at: now.toISOString(),
      expires_at: expiresAt,
      used_at: null,
    })
    .execute();
  return token;
}

/** Once there is an admin, no set-up link may make another one. */
export async function removeSetupLink(database: AppDatabase): Promise<void> {
  await database.deleteFrom("account_link").where("kind", "=", "set-up").where("used_at", "is", null).execute();
}

/** A new token for the first admin; the one of an earlier start stops working, since only hashes are kept. */
export async function replaceSetupLink(database: AppDatabase, now: Date): Promise<string> {
  await removeSetupLink(database);
  return await insertLink(database, { kind: "set-up", role: "admin" }, now, null);
}

export async function createInvitation(database: AppDatabase, role: Role, now: Date): Promise<string> {
  const expiresAt = new Date(now.getTime() + INVITATION_LIFETIME_MS).toISOString();
  return await insertLink(database, { kind: "invitation", role }, now, expiresAt);
}

/** The link that a token opens, unless it was used or has expired. */
export async function findAccountLink(
  database: AppDatabase,
  token: string,
  now: Date,
): Promise<AccountLink | undefined> {
  return await database
    .selectFrom("account_link")
    .select(["id", "kind", "role"])
    .where("token_hash", "=", hash(token))
    .where("used_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now.toISOString())]))
    .executeTakeFirst();
}

/** Marks a link as used; false when someone else was faster. Call it in the transaction that makes the account. */
export async function markLinkUsed(database: AppDatabase, id: string, now: Date): Promise<boolean> {
  const result = await database
    .updateTable("account_link")
    .set({ used_at: now.toISOString() })
    .where("id", "=", id)
    .where("used_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
