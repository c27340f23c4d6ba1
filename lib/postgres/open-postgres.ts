import {
  HandleEmptyInListsPlugin,
  Kysely,
  Migrator,
  type PostgresPool,
  replaceWithNoncontingentExpression,
  sql,
} from "kysely";
import { Pool } from "pg";
import { errorMessage } from "@/lib/guard/error-message";
import { DatabaseError, type Migrations } from "@/lib/sqlite/open-sqlite";
import { configuredPool } from "./configured-pool";
import { databasePlace, withoutPassword } from "./database-address";
import { OneWriterPostgresDialect, PostgresMigrationDialect } from "./postgres-dialect";
import { valuesAsInSqlite } from "./postgres-values";

/** Connections of one process to one schema. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;

/** How long a statement waits for the transactions of other processes. */
const LOCK_TIMEOUT = "30s";

/** A process that hangs inside a transaction must not stop all others. */
const IDLE_IN_TRANSACTION_TIMEOUT = "20s";

/** First key of the lock that a process holds while it changes tables. */
const MIGRATION_LOCK = 0x4866;

function openPool(url: string, max: number, settings: Readonly<Record<string, string>>): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    application_name: "heddle",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    max,
    types: valuesAsInSqlite,
  });
  // The pool replaces a connection that ended; a statement that runs on it fails with its own error.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return configuredPool(pool, settings);
}

/**
 * Applies missing migrations on a separate connection. If several processes start at once, one does this and the others
 * wait.
 */
async function migrate(url: string, schema: string, migrations: Migrations): Promise<void> {
  const pool = openPool(url, 1, { search_path: `"${schema}"` });
  const database = new Kysely<unknown>({ dialect: new PostgresMigrationDialect({ pool }, schema) });
  try {
    await database.connection().execute(async (connection) => {
      const { rows } = await sql<{ encoding: string }>`select current_setting('server_encoding') as encoding`.execute(
        connection,
      );
      if (rows[0]?.encoding !== "UTF8") throw new DatabaseError(`its encoding is ${rows[0]?.encoding}, not UTF8.`);
      await sql`select pg_advisory_lock(${MIGRATION_LOCK}, hashtext(${schema}))`.execute(connection);
      const provider = { getMigrations: async () => ({ ...migrations }) };
      const migrator = new Migrator({ db: connection, provider, migrationTableSchema: schema });
      const { error } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
    });
  } finally {
    // Ends the connection, and with it the lock.
    await database.destroy();
  }
}

/**
 * Opens a schema of a PostgreSQL database (created if missing) and applies missing migrations. Transactions behave as
 * those of SQLite: one runs after the other, and every commit is on disk when its promise resolves.
 *
 * @param url `postgres://user:password@host:port/database`
 * @throws DatabaseError naming the database, without the password
 */
export async function openPostgres<Schema>(
  url: string,
  schema: string,
  migrations: Migrations,
): Promise<Kysely<Schema>> {
  try {
    await migrate(url, schema, migrations);
  } catch (error) {
    const reason = withoutPassword(errorMessage(error), url);
    // Without the cause, which may name the address with its password.
    throw new DatabaseError(`Could not use ${databasePlace(url)}: ${reason}`);
  }
  const pool = openPool(url, MAX_CONNECTIONS, {
    search_path: `"${schema}"`,
    lock_timeout: LOCK_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT,
  });
  // SQLite accepts a list without values.
  const plugins = [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })];
  return new Kysely<Schema>({ dialect: new OneWriterPostgresDialect({ pool }, schema), plugins });
}
