import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";
import type { User } from "./users";

const SESSION_IDLE_MS = 8 * 60 * 60 * 1000;
export const SESSION_ABSOLUTE_MS = 7 * 24 * 60 * 60 * 1000;

/** How stale `last_seen_at` may be: not every request writes. */
const LAST_SEEN_WRITE_INTERVAL_MS = 5 * 60 * 1000;

export interface LiveSession {
  readonly id: string;
  readonly user: User;
  /** Maximum lifetime, even if the session is in constant use. */
  readonly expiresAt: string;
}

export async function createSession(database: AppDatabase, userId: string, now: Date): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  await database.insertInto("session").values({ id, user_id: userId, created_at: at, last_seen_at: at }).execute();
  return id;
}

/**
 * Returns the session with this id and its current user, or undefined when it was ended, has expired, or its account is
 * disabled. Updates the time it was last seen.
 */
export async function findLiveSession(database: AppDatabase, id: string, now: Date): Promise<LiveSession | undefined> {
  const row = await database
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select(["user.id as user_id", "user.name", "user.email", "user.role"])
    .select(["session.created_at", "session.last_seen_at"])
    .where("session.id", "=", id)
    .where("user.is_disabled", "=", 0)
    .executeTakeFirst();
  if (!row) return undefined;
  const createdAtMs = Date.parse(row.created_at);
  const seenAtMs = Date.parse(row.last_seen_at);
  if (now.getTime() > createdAtMs + SESSION_ABSOLUTE_MS || now.getTime() > seenAtMs + SESSION_IDLE_MS) return undefined;
  if (now.getTime() > seenAtMs + LAST_SEEN_WRITE_INTERVAL_MS) {
    await database.updateTable("session").set({ last_seen_at: now.toISOString() }).where("id", "=", id).execute();
  }
  return {
    id,
    user: { id: row.user_id, name: row.name, email: row.email, role: row.role },
    expiresAt: new Date(createdAtMs + SESSION_ABSOLUTE_MS).toISOString(),
  };
}

export async function endSession(database: AppDatabase, id: string): Promise<void> {
  await database.deleteFrom("session").where("id", "=", id).execute();
}

/** Ends every session of a user whose password changed or whose account was disabled. */
export async function endSessionsOf(database: AppDatabase, userId: string): Promise<void> {
  await database.deleteFrom("session").where("user_id", "=", userId).execute();
}

/** Deletes sessions that can no longer be used. */
export async function removeExpiredSessions(database: AppDatabase, now: Date): Promise<void> {
  await database
    .deleteFrom("session")
    .where((eb) =>
      eb.or([
        eb("created_at", "<", new Date(now.getTime() - SESSION_ABSOLUTE_MS).toISOString()),
        eb("last_seen_at", "<", new Date(now.getTime() - SESSION_IDLE_MS).toISOString()),
      ]),
    )
    .execute();
}
