import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient, LibsqlError } from "@libsql/client/sqlite3";
import { Kysely, type Migration, Migrator } from "kysely";
import { errorMessage } from "@/lib/guard/error-message";
import { LibsqlDialect } from "./libsql-dialect";

/** How long a statement waits for another process (a command running beside the server) to finish its write. */
const BUSY_TIMEOUT_MS = 5_000;

/** A database file that cannot be opened or migrated; the message names the file. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseUnusable";
}

/** Migrations by name, applied in alphabetical order and never changed once released. */
export type Migrations = Readonly<Record<string, Migration>>;

/** A file that another process creates at the same moment is empty for less than this. */
const CREATION_MS = 10_000;

/** @throws Error for a file that was emptied: everything in it would seem to be new. */
function refuseEmptied(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.size !== 0 || Date.now() - found.mtimeMs < CREATION_MS) return;
  throw new Error("the file is empty. Restore it from a backup. If it never held anything, delete it.");
}

/** Creates the file readable only by its owner, since it contains password hashes and encrypted credentials. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
}

async function migrate(database: Kysely<unknown>, migrations: Migrations): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/**
 * Opens a SQLite file (created if missing) and applies missing migrations.
 *
 * Every commit is on disk when its promise resolves: write-ahead log with `synchronous = full`.
 *
 * @throws DatabaseError when the file cannot be opened, is empty, is not a database, or a migration fails.
 */
export async function openSqlite<Schema>(file: string, migrations: Migrations): Promise<Kysely<Schema>> {
  try {
    refuseEmptied(file);
    createPrivately(file);
    const client = createClient({
      url: pathToFileURL(file).href,
      intMode: "number",
      concurrency: 1,
      timeout: BUSY_TIMEOUT_MS,
    });
    await client.execute("pragma journal_mode = wal");
    const database = new Kysely<Schema>({ dialect: new LibsqlDialect(client) });
    // A migration names its tables itself, since it cannot know the schema that results from all migrations.
    await migrate(database as Kysely<unknown>, migrations);
    return database;
  } catch (error) {
    const reason = errorMessage(error);
    throw new DatabaseError(`Could not use the database ${file}: ${reason}`, { cause: error });
  }
}

/** PostgreSQL's code for a value that must be unique. */
const POSTGRES_UNIQUE_VIOLATION = "23505";

/** Returns whether a statement failed because a value that must be unique is in another row, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof LibsqlError)) {
    return error instanceof Error && "code" in error && error.code === POSTGRES_UNIQUE_VIOLATION;
  }
  return /UNIQUE|PRIMARYKEY/.test(error.extendedCode ?? error.code) || /UNIQUE constraint/.test(error.message);
}
