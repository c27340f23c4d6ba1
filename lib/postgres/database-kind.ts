import { type Kysely, PostgresAdapter } from "kysely";

/** Any database or transaction, of any schema. */
export type SomeDatabase = Pick<Kysely<unknown>, "getExecutor">;

/** True for PostgreSQL, which other processes may use as well; false for SQLite. */
export function isPostgres(database: SomeDatabase): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
