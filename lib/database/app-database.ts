import { join } from "node:path";
import type { Kysely } from "kysely";
import { openSqlite } from "@/lib/sqlite/open-sqlite";
import { appMigrations } from "./app-migrations";
import type { AppSchema } from "./app-schema";

export type AppDatabase = Kysely<AppSchema>;

/** The dashboard's own database: users, connections, workspaces, audit. No trace data. */
export async function openAppDatabase(dataFolder: string): Promise<AppDatabase> {
  return await openSqlite<AppSchema>(join(dataFolder, "app.db"), appMigrations);
}
