import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";

/** First key of these locks; the second is a hash of their name. */
const SESSION_LOCK = 0x4867;

const RETRY_MS = 100;

/** Frees a lock. If the connection has ended, the lock has ended with it. */
async function unlock<Schema>(connection: Kysely<Schema>, release: string, name: string): Promise<void> {
  await sql`select ${sql.raw(release)}(${SESSION_LOCK}, hashtext(${name}))`.execute(connection).catch(() => undefined);
}

/**
 * Runs a step while this process shares a lock of a PostgreSQL database. The lock ends with its connection, also when the
 * process is killed. The step may use other connections.
 */
export async function withSharedLock<Schema, Result>(
  database: Kysely<Schema>,
  name: string,
  step: () => Promise<Result>,
): Promise<Result> {
  return await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock_shared(${SESSION_LOCK}, hashtext(${name}))`.execute(connection);
    try {
      return await step();
    } finally {
      await unlock(connection, "pg_advisory_unlock_shared", name);
    }
  });
}

/**
 * Runs a step while this process exclusively holds a lock of a PostgreSQL database. The step may use other connections.
 */
export async function withLock<Schema, Result>(
  database: Kysely<Schema>,
  name: string,
  step: () => Promise<Result>,
): Promise<Result> {
  return await database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${SESSION_LOCK}, hashtext(${name}))`.execute(connection);
    try {
      return await step();
    } finally {
      await unlock(connection, "pg_advisory_unlock", name);
    }
  });
}

/**
 * Runs a step while no other process holds the lock, shared or exclusively. Returns false without running the step if
 * the lock does not become free for some time.
 */
export async function withSoleLock<Schema>(
  database: Kysely<Schema>,
  name: string,
  step: () => Promise<void>,
  patienceMs = 10_000,
): Promise<boolean> {
  return await database.connection().execute(async (connection) => {
    const endsAtMs = performance.now() + patienceMs;
    for (;;) {
      const { rows } = await sql<{ is_locked: number }>`
        select pg_try_advisory_lock(${SESSION_LOCK}, hashtext(${name})) as is_locked`.execute(connection);
      if (rows[0]?.is_locked) break;
      if (performance.now() > endsAtMs) return false;
      await pause(RETRY_MS);
    }
    try {
      await step();
      return true;
    } finally {
      await unlock(connection, "pg_advisory_unlock", name);
    }
  });
}
