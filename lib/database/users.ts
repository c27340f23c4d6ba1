import { randomUUID } from "node:crypto";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import type { AppDatabase } from "./app-database";

export interface User {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

export interface Member extends User {
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly isDisabled: boolean;
}

/** The columns that sign-in needs and no other code reads. */
export interface StoredPassword {
  readonly user: User;
  readonly passwordHash: string;
}

export interface NewUser {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly passwordHash: string;
}

/** In place of a hash: matches no password. */
export const NO_PASSWORD = "";

/** Normalizes an address for comparison: no case, no surrounding space, one Unicode form. */
export function normalEmail(email: string): string {
  return email.trim().normalize("NFKC").toLowerCase();
}

/** @throws a unique violation when the address already has an account. */
export async function createUser(database: AppDatabase, user: NewUser, now: Date): Promise<User> {
  const created = { id: randomUUID(), name: user.name, email: normalEmail(user.email), role: user.role };
  await database
    .insertInto("user")
    .values({ ...created, password_hash: user.passwordHash, created_at: now.toISOString() })
    .execute();
  return created;
}

/**
 * Returns the password hash of an account that may sign in; undefined for unknown and disabled accounts, and those
 * without a password.
 */
export async function findPassword(database: AppDatabase, email: string): Promise<StoredPassword | undefined> {
  const row = await database
    .selectFrom("user")
    .select(["id", "name", "email", "role", "password_hash"])
    .where("email", "=", normalEmail(email))
    .where("is_disabled", "=", 0)
    .where("password_hash", "!=", NO_PASSWORD)
    .executeTakeFirst();
  if (!row) return undefined;
  const { password_hash: passwordHash, ...user } = row;
  return { user, passwordHash };
}

/** Stores a new password hash; returns false when there is no such account. */
export async function setPasswordHash(database: AppDatabase, userId: string, hash: string): Promise<boolean> {
  const result = await database
    .updateTable("user")
    .set({ password_hash: hash })
    .where("id", "=", userId)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function findUserByEmail(database: AppDatabase, email: string): Promise<User | undefined> {
  return await database
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
}

export async function hasAnyUser(database: AppDatabase): Promise<boolean> {
  return (await database.selectFrom("user").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** All users with an account, by name. */
export async function listMembers(database: AppDatabase): Promise<Member[]> {
  const rows = await database
    .selectFrom("user")
    .leftJoin("session", "session.user_id", "user.id")
    .select(["user.id", "user.name", "user.email", "user.role", "user.created_at", "user.is_disabled"])
    .select((eb) => eb.fn.max("session.last_seen_at").as("last_seen_at"))
    .groupBy("user.id")
    .orderBy((eb) => eb.fn("lower", ["user.name"]))
    .execute();
  return rows.map(({ created_at, is_disabled, last_seen_at, ...user }) => ({
    ...user,
    createdAt: created_at,
    lastSeenAt: last_seen_at,
    isDisabled: is_disabled === 1,
  }));
}

export async function findUser(database: AppDatabase, id: string): Promise<User | undefined> {
  return await database
    .selectFrom("user")
    .select(["id", "name", "email", "role"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Returns whether another user is an admin who can sign in. */
export async function hasOtherAdmin(database: AppDatabase, userId: string): Promise<boolean> {
  const other = await database
    .selectFrom("user")
    .select("id")
    .where("role", "=", "admin")
    .where("is_disabled", "=", 0)
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export async function setRole(database: AppDatabase, userId: string, role: Role): Promise<void> {
  await database.updateTable("user").set({ role }).where("id", "=", userId).execute();
}

/**
 * Deletes an account with its sessions, identities, links and views. Keeps the name for the audit log. Call it in a
 * transaction.
 */
export async function removeUser(database: AppDatabase, user: User, now: Date): Promise<void> {
  const { id, name, email } = user;
  await database.insertInto("former_user").values({ id, name, email, removed_at: now.toISOString() }).execute();
  await database.deleteFrom("user").where("id", "=", id).execute();
}

/** Names of all current and former users, by id. */
export async function namesOfPeople(database: AppDatabase): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .selectFrom("user")
    .select(["id", "name"])
    .unionAll(database.selectFrom("former_user").select(["id", "name"]))
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function isUserDisabled(database: AppDatabase, id: string): Promise<boolean> {
  const row = await database.selectFrom("user").select("is_disabled").where("id", "=", id).executeTakeFirst();
  return row?.is_disabled === 1;
}
