import type { Store } from "@/service/traces/store/engine/store";
import { THREAD_INDEXES } from "@/service/traces/store/schema/schema-calls";

/** Columns with an expression in `call_rows` that earlier versions did not have. */
const ADDED_COLUMNS = ["is_turn", "model_tokens", "report", "sdk_response", "call_source"];

/**
 * Adds indexes that earlier versions did not have. The engine makes them in the background for the calls that are there:
 * until then it reads those without.
 */
export async function addMissingIndexes(store: Store): Promise<void> {
  const found = await store.read<{ name: string }>({
    sql: "SELECT name FROM system.data_skipping_indices WHERE database = currentDatabase() AND table = 'call_rows'",
  });
  const names = new Set(found.map(({ name }) => name));
  const missing = THREAD_INDEXES.filter((index) => !names.has(nameOf(index)));
  if (missing.length === 0) return;
  await store.command(`ALTER TABLE call_rows ${missing.map((index) => `ADD INDEX ${index}`).join(", ")}`);
  await store.command(
    `ALTER TABLE call_rows ${missing.map((index) => `MATERIALIZE INDEX ${nameOf(index)}`).join(", ")}`,
  );
}

const nameOf = (index: string) => index.slice(0, index.indexOf(" "));

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
