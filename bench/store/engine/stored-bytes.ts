import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openEmbeddedStore } from "@/service/traces/store/engine/embedded-store";

/** The bytes that the engine has on disk, once no merge is running. */
interface StoredBytes {
  readonly bytes: number;
  readonly parts: number;
  /** Bytes by table, the largest first. */
  readonly tables: readonly (readonly [table: string, bytes: number])[];
}

const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 200;
const SETTLE_TIMEOUT_MS = 300_000;

/** Waits for merges in the folder of a service that is not running, and returns the size of the active parts. */
export async function storedBytes(serviceFolder: string): Promise<StoredBytes> {
  const store = openEmbeddedStore({ folder: join(serviceFolder, "traces") });
  try {
    let quiet = 0;
    for (const giveUpAt = performance.now() + SETTLE_TIMEOUT_MS; quiet < QUIET_LOOKS; await pause(LOOK_EVERY_MS)) {
      const [row] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM system.merges" });
      quiet = row?.n === 0 ? quiet + 1 : 0;
      if (performance.now() > giveUpAt) break;
    }
    const tables = await store.read<{ name: string; bytes: number; parts: number }>({
      sql: `SELECT table AS name, sum(bytes_on_disk) AS bytes, count() AS parts FROM system.parts
        WHERE active AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema') GROUP BY name ORDER BY bytes DESC`,
    });
    return {
      bytes: tables.reduce((sum, table) => sum + table.bytes, 0),
      parts: tables.reduce((sum, table) => sum + table.parts, 0),
      tables: tables.map(({ name, bytes }) => [name, bytes]),
    };
  } finally {
    await store.close();
  }
}
