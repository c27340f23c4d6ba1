import { existsSync } from "node:fs";
import { type Kysely, sql, type Transaction } from "kysely";
import { databasePlace } from "@/lib/postgres/database-address";
import { DatabaseError } from "@/lib/sqlite/open-sqlite";
import type { StateSchema } from "./state-schema";

/** The setting that records where a state in PostgreSQL came from. */
const ORIGIN_SETTING = "origin";

/**
 * Rejects a database without a state while the folder has one: the service would seem to have lost its keys and models.
 *
 * @throws DatabaseError naming the command that moves it
 */
export async function requireMovedState(state: Kysely<StateSchema>, file: string, url: string): Promise<void> {
  const known = await state.selectFrom("setting").select("value").where("name", "=", ORIGIN_SETTING).executeTakeFirst();
  if (known !== undefined) return;
  if (existsSync(file)) {
    throw new DatabaseError(
      `The keys, providers, models and jobs of this service are in ${file}, and ${databasePlace(url)} has none. ` +
        "Copy them with `npm run move`, or keep them in the folder with HEDDLE_SERVICE_STATE=folder.",
    );
  }
  await state
    .insertInto("setting")
    .values({ name: ORIGIN_SETTING, value: "new" })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks a state in PostgreSQL as copied from a folder. @param transaction whose schema is that of the state */
export async function markMoved<Schema>(transaction: Transaction<Schema>): Promise<void> {
  await sql`insert into setting (name, value) values (${ORIGIN_SETTING}, 'moved')
    on conflict (name) do update set value = excluded.value`.execute(transaction);
}
