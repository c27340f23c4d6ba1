import { sourceSelect } from "@/bench/store/designs";
import { settle } from "@/bench/store/measure";
import type { Store } from "@/service/store/engine/store";
import { callTables } from "@/service/store/schema/schema-calls";
import { costTables } from "@/service/store/schema/schema-costs";

/**
 * Fills the tables of a store with generated calls, their ends a batch behind their starts, and waits for merges. A
 * store that already contains calls is used unchanged.
 */
export async function fillCalls(store: Store, calls: number): Promise<void> {
  for (const sql of [...callTables, ...costTables]) await store.command(sql);
  const [stored] = await store.read<{ n: number }>({ sql: "SELECT count() AS n FROM call_parts" });
  if (stored && stored.n > 0) return;
  const step = Math.max(1, Math.ceil(calls / 50));
  const starts = "project_id, started_at, id, trace_id, parent_id, thread_id, turn_id, op_name, attributes, inputs";
  const ends = "project_id, started_at, id, ended_at, exception, summary, output";
  for (let n = 0; n < calls + step; n += step) {
    const part = (columns: string, kind: number, from: number, to: number) =>
      store.command(
        `INSERT INTO call_parts (${columns}, kind) SELECT ${columns}, ${kind} FROM (${sourceSelect(from, to)})`,
      );
    if (n < calls) await part(starts, 1, n, Math.min(calls, n + step));
    if (n > 0) await part(ends, 2, n - step, Math.min(calls, n));
  }
  await settle(store);
}
