import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client/sqlite3";
import { errorMessage } from "@/lib/guard/error-message";
import { DatabaseError } from "./open-sqlite";

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Writes a copy of a SQLite file as of one moment, also while other processes write to it. The copy needs no
 * write-ahead log of its own.
 *
 * @param copy must not exist
 * @throws DatabaseError naming the file
 */
export async function copySqlite(file: string, copy: string): Promise<void> {
  try {
    const client = createClient({ url: pathToFileURL(file).href, concurrency: 1, timeout: BUSY_TIMEOUT_MS });
    try {
      await client.execute({ sql: "vacuum into ?", args: [copy] });
    } finally {
      client.close();
    }
  } catch (error) {
    throw new DatabaseError(`Could not copy the database ${file}: ${errorMessage(error)}`, { cause: error });
  }
}
