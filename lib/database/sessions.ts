import { randomUUID } from "node:crypto";
import type { AppDatabase } from "./app-database";
import { type SessionUser, sessionUserOf } from "./workspace-roles";

/** How long a session can be used. */
export interface SessionLimits {
  /** Since it was used last. */
  readonly idleMs: number;
  /** Since it was opened. */
  readonly absoluteMs: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = { idleMs: 8 * 3_600_000, absoluteMs: 168 * 3_600_000 };

/** How stale `last_seen_at` may be: not every request writes. */
const LAST_SEEN_WRITE_INTERVAL_MS = 5 * 60 * 1000;

export interface LiveSession {
  readonly id: string;
  readonly user: SessionUser;
  /** Maximum lifetime, even if the session is in constant use. */
  readonly expiresAt: string;
}

/** From where a session was opened, as its user sees it; null where that is not known. */
export interface SessionOrigin {
  /** `Firefox on Linux`. */
  readonly device: string | null;
  /** The network address that the request came from. */
  readonly address: string | null;
}

/** A session that can be used, for the list of its user. */
export interface OwnSession extends SessionOrigin {
  readonly id: string;
  readonly createdAt: string;
  /** Up to five minutes old. */
  readonly lastSeenAt: string;
}

/** The first and the last time in ISO 8601. */
type Period = readonly [string, string];

/**
 * Returns when a session was opened and last seen if it can still be used. A time ahead of the clock counts like one
 * behind it: a clock that was wrong and stepped back would otherwise keep a session for as long as it was ahead.
 */
function usablePeriods(
  now: Date,
  { idleMs, absoluteMs }: SessionLimits,
): { readonly created: Period; readonly seen: Period } {
  const around = (ms: number): Period => [
    new Date(now.getTime() - ms).toISOString(),
    new Date(now.getTime() + ms).toISOString(),
  ];
  return { created: around(absoluteMs), seen: around(idleMs) };
}

const isWithin = (time: string, [first, last]: Period) => time >= first && time <= last;

const UNKNOWN_ORIGIN: SessionOrigin = { device: null, address: null };

export async function createSession(
  database: AppDatabase,
  userId: string,
  now: Date,
  { device, address }: SessionOrigin = UNKNOWN_ORIGIN,
): Promise<string> {
  const id = randomUUID();
  const at = now.toISOString();
  const row = { id, user_id: userId, created_at: at, last_seen_at: at, device, address };
  await database.insertInto("session").values(row).execute();
  return id;
}

/** Returns a user's sessions that can still be used, the last used one first. */
export async function listSessionsOf(
  database: AppDatabase,
  userId: string,
  now: Date,
  limits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<OwnSession[]> {
  const { created, seen } = usablePeriods(now, limits);
  const rows = await database
    .selectFrom("session")
    .selectAll()
    .where("user_id", "=", userId)
    .where((eb) => eb.and([eb.between("created_at", ...created), eb.between("last_seen_at", ...seen)]))
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(({ id, device, address, created_at: createdAt, last_seen_at: lastSeenAt }) => ({
    id,
    device,
    address,
    createdAt,
    lastSeenAt,
  }));
}

/**
 * Returns the session with this id and its current user, with the roles in workspaces, or undefined when it was ended,
 * has expired, or its account is disabled. Updates the time it was last seen.
 */
export async function findLiveSession(
  database: AppDatabase,
  id: string,
  now: Date,
  limits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<LiveSession | undefined> {
  const rows = await database
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .leftJoin("workspace_role", "workspace_role.user_id", "user.id")
    .leftJoin("workspace", "workspace.id", "workspace_role.workspace_id")
    .select(["user.id as user_id", "user.name", "user.email", "user.role"])
    .select(["workspace_role.role as own_role", "workspace.id as own_workspace"])
    .select(["workspace.connection_id as own_connection", "workspace.project_id as own_project"])
    .select(["session.created_at", "session.last_seen_at"])
    .where("session.id", "=", id)
    .where("user.is_disabled", "=", 0)
    .execute();
  const [row] = rows;
  const user = sessionUserOf(rows);
  if (!row || !user) return undefined;
  const { created, seen } = usablePeriods(now, limits);
  if (!isWithin(row.created_at, created) || !isWithin(row.last_seen_at, seen)) return undefined;
  if (Math.abs(now.getTime() - Date.parse(row.last_seen_at)) > LAST_SEEN_WRITE_INTERVAL_MS) {
    await database.updateTable("session").set({ last_seen_at: now.toISOString() }).where("id", "=", id).execute();
  }
  return {
    id,
    user,
    expiresAt: new Date(Date.parse(row.created_at) + limits.absoluteMs).toISOString(),
  };
}

export async function endSession(database: AppDatabase, id: string): Promise<void> {
  await database.deleteFrom("session").where("id", "=", id).execute();
}

/** Ends a user's session; returns false when the user has no such session. */
export async function endSessionOf(database: AppDatabase, userId: string, id: string): Promise<boolean> {
  const query = database.deleteFrom("session").where("id", "=", id).where("user_id", "=", userId);
  return (await query.executeTakeFirst()).numDeletedRows > 0n;
}

/** Ends all sessions of a user but one; returns their number. */
export async function endOtherSessionsOf(database: AppDatabase, userId: string, keptId: string): Promise<number> {
  const query = database.deleteFrom("session").where("user_id", "=", userId).where("id", "!=", keptId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Ends every session of a user; returns their number. */
export async function endSessionsOf(database: AppDatabase, userId: string): Promise<number> {
  const query = database.deleteFrom("session").where("user_id", "=", userId);
  return Number((await query.executeTakeFirst()).numDeletedRows);
}

/** Deletes sessions that can no longer be used. */
export async function removeExpiredSessions(
  database: AppDatabase,
  now: Date,
  limits: SessionLimits = DEFAULT_SESSION_LIMITS,
): Promise<void> {
  const { created, seen } = usablePeriods(now, limits);
  await database
    .deleteFrom("session")
    .where((eb) => eb.not(eb.and([eb.between("created_at", ...created), eb.between("last_seen_at", ...seen)])))
    .execute();
}
