import type { Store } from "@/service/store/engine/store";

/** Computed columns of `call_rows` that earlier versions did not have. */
const ADDED_COLUMNS = ["is_turn"];

/**
 * Lets the engine store computed columns in the parts of an earlier version, in the background: until then it computes
 * them when they are read. What is stopped continues at the next start.
 */
export async function storeMissingColumns(store: Store): Promise<void> {
  const ofCalls = "database = currentDatabase() AND table = 'call_rows'";
  for (const column of ADDED_COLUMNS) {
    const command = `MATERIALIZE COLUMN ${column}`;
    const [found] = await store.read<{ missing: number; begun: number }>({
      sql: `SELECT (SELECT count() FROM system.parts WHERE ${ofCalls} AND active AND rows > 0)
    - (SELECT uniqExact(name) FROM system.parts_columns WHERE ${ofCalls} AND active AND rows > 0 AND column = '${column}') AS missing,
  (SELECT count() FROM system.mutations WHERE ${ofCalls} AND NOT is_done AND command LIKE '%${command}%') AS begun`,
    });
    if (found !== undefined && found.missing > 0 && found.begun === 0) {
      await store.command(`ALTER TABLE call_rows ${command}`);
    }
  }
}
