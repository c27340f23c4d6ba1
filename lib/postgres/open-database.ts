import type { Kysely } from "kysely";
import { type Migrations, openSqlite } from "@/lib/sqlite/open-sqlite";
import { openPostgres } from "./open-postgres";

/** The two possible locations of a database. */
export interface DatabaseChoice {
  /** The SQLite file. */
  readonly file: string;
  /** The PostgreSQL schema with the same tables. */
  readonly schema: string;
  /** DATABASE_URL; undefined for the file. */
  readonly url: string | undefined;
}

/**
 * Opens a database in PostgreSQL if there is an address, otherwise in a file, and applies missing migrations. The same
 * tables, queries and guarantees hold on both.
 *
 * @throws DatabaseError naming the file or the database
 */
export async function openDatabase<Schema>(
  { file, schema, url }: DatabaseChoice,
  migrations: Migrations,
): Promise<Kysely<Schema>> {
  return url === undefined
    ? await openSqlite<Schema>(file, migrations)
    : await openPostgres<Schema>(url, schema, migrations);
}
