import { join } from "node:path";
import type { Kysely } from "kysely";
import { openSqlite } from "@/lib/sqlite/open-sqlite";
import { stateMigrations } from "./state-migrations";
import type { StateSchema } from "./state-schema";

export type ServiceState = Kysely<StateSchema>;

/** Returns the path of the state of a data folder. */
export function stateFile(dataFolder: string): string {
  return join(dataFolder, "service.db");
}

/**
 * Opens the state of a data folder, and creates it at the first start. Commands may open it while the service runs.
 *
 * @throws DatabaseUnusable naming the file.
 */
export async function openState(dataFolder: string): Promise<ServiceState> {
  return await openSqlite<StateSchema>(stateFile(dataFolder), stateMigrations);
}
