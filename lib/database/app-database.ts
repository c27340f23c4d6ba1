import { join } from "node:path";
import type { Kysely } from "kysely";
import { openDatabase } from "@/lib/postgres/open-database";
import { appMigrations } from "./app-migrations";
import type { AppSchema } from "./app-schema";

export type AppDatabase = Kysely<AppSchema>;

/**
 * The dashboard's own database: users, connections, workspaces, audit. No trace data.
 *
 * @param url DATABASE_URL; undefined for a file in the data folder
 * @throws DatabaseError naming the file or the database
 */
export async function openAppDatabase(dataFolder: string, url?: string): Promise<AppDatabase> {
  return await openDatabase<AppSchema>({ file: join(dataFolder, "app.db"), schema: "heddle_app", url }, appMigrations);
}
