import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";
import { databaseOfProject } from "@/lib/postgres/testing/test-postgres";

/** Creates a database for tests, of the kind that the project tests, with a function that deletes it. */
export async function openTemporaryDatabase(): Promise<{
  database: AppDatabase;
  folder: string;
  /** Of PostgreSQL; undefined for a file. */
  url: string | undefined;
  remove: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-app-"));
  const postgres = await databaseOfProject();
  const database = await openAppDatabase(folder, postgres?.url);
  const remove = async () => {
    await database.destroy();
    await postgres?.drop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { database, folder, url: postgres?.url, remove };
}
