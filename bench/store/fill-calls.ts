import { sourceSelect } from "@/bench/store/designs";
import { settle } from "@/bench/store/measure";
import type { Store } from "@/service/traces/store/engine/store";
import { callTables } from "@/service/traces/store/schema/schema-calls";
import { costTables } from "@/service/traces/store/schema/schema-costs";

/**
 * Fills the tables of a store with generated calls that have ended, and waits for merges. A store that already contains
 * calls is used unchanged.
 */
export async function fillCalls(store: Store, calls: number): Promise<void> {
  for (const sql of [...callTables(store.kind), ...costTables]) await store.command(sql);
  const [stored] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM call_rows" });
  if (stored && stored.n > 0) return;
  const step = Math.max(1, Math.ceil(calls / 50));
  const columns = `project_id, started_at, id, trace_id, parent_id, thread_id, turn_id, op_name, attributes, inputs,
    ended_at, exception, summary, output`;
  for (let n = 0; n < calls; n += step) {
    const source = sourceSelect(n, Math.min(calls, n + step));
    await store.command(
      `INSERT INTO call_rows (${columns}) SELECT ${columns.replace("exception", "ifNull(exception, '')")} FROM (${source})`,
    );
  }
  await settle(store);
}
