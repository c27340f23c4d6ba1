import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AppDatabase, openAppDatabase } from "@/lib/database/app-database";

/** Creates a database in its own folder, for tests, with a function that deletes both. */
export async function openTemporaryDatabase(): Promise<{
  database: AppDatabase;
  folder: string;
  remove: () => Promise<void>;
}> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-app-"));
  const database = await openAppDatabase(folder);
  const remove = async () => {
    await database.destroy();
    rmSync(folder, { recursive: true, force: true });
  };
  return { database, folder, remove };
}
