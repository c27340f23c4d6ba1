import { type RawBuilder, sql } from "kysely";
import { isPostgres, type SomeDatabase } from "./database-kind";

/** The time of the database in milliseconds since 1970: clocks of processes may differ. */
export function databaseTimeMs(database: SomeDatabase): RawBuilder<number> {
  return isPostgres(database)
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql<number>`cast((julianday('now') - 2440587.5) * 86400000 as integer)`;
}
