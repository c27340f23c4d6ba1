import { PostgresAdapter, sql } from "kysely";
import type { AppDatabase } from "@/lib/database/app-database";

/**
 * Makes a table refuse rows with "no room", until the returned function is called.
 *
 * @param condition SQL over `new`, the row
 */
export async function refuseInserts(
  database: AppDatabase,
  table: string,
  condition: string,
): Promise<() => Promise<void>> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const on = `create trigger refuse before insert on ${table}`;
  const making = isPostgres
    ? [
        `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
        `${on} for each row when (${condition}) execute function refuse()`,
      ]
    : [`${on} when ${condition} begin select raise(abort, 'no room'); end`];
  const removing = isPostgres ? [`drop trigger refuse on ${table}`, "drop function refuse()"] : ["drop trigger refuse"];
  for (const statement of making) await sql.raw(statement).execute(database);
  return async () => {
    for (const statement of removing) await sql.raw(statement).execute(database);
  };
}
