import { join } from "node:path";
import type { Kysely } from "kysely";
import { openDatabase } from "@/lib/postgres/open-database";
import { requireMovedState } from "./moved-state";
import { stateMigrations } from "./state-migrations";
import type { StateSchema } from "./state-schema";

export type ServiceState = Kysely<StateSchema>;

/** Returns the path of the state of a data folder. */
export function stateFile(dataFolder: string): string {
  return join(dataFolder, "service.db");
}

/**
 * Opens the tables of the state, and creates them at the first start.
 *
 * @param url DATABASE_URL; undefined for a file in the data folder
 * @throws DatabaseError naming the file or the database
 */
export async function openStateTables(dataFolder: string, url?: string): Promise<ServiceState> {
  return await openDatabase<StateSchema>(
    { file: stateFile(dataFolder), schema: "heddle_service", url },
    stateMigrations,
  );
}

/**
 * Opens the state of a service, and creates it at the first start. Commands may open it while the service runs.
 *
 * @param url DATABASE_URL; undefined for a file in the data folder
 * @throws DatabaseError naming the file or the database, also when the state is in the folder and not in PostgreSQL
 */
export async function openState(dataFolder: string, url?: string): Promise<ServiceState> {
  const state = await openStateTables(dataFolder, url);
  if (url === undefined) return state;
  try {
    await requireMovedState(state, stateFile(dataFolder), url);
    return state;
  } catch (error) {
    await state.destroy();
    throw error;
  }
}
