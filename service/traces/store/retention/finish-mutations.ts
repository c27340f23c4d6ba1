import { setTimeout as wait } from "node:timers/promises";
import { StoreClosed, StoreError } from "@/service/kernel/errors/store-errors";
import type { Store } from "@/service/traces/store/engine/store";

/** The engine does not report when it is done. */
const POLL_MS = 100;

/** The engine repeats a rewrite that failed, for ever. */
const MAX_FAILURES = 5;

/**
 * Resolves when the engine has rewritten the rows of tables, which are our own names. It takes about as long as copying those that remain.
 *
 * @throws StoreClosed when aborted, after which the engine continues at the next start; StoreError when it cannot
 * rewrite them, for example because the disk is full
 */
export async function finishMutations(
  store: Store,
  signal: AbortSignal,
  tables: readonly string[] = ["call_rows"],
): Promise<void> {
  const ofTables = `database = currentDatabase() AND table IN (${tables.map((table) => `'${table}'`).join(", ")})`;
  const failures = new Set<string>();
  const startedAt = Date.now();
  for (;;) {
    if (signal.aborted) throw new StoreClosed();
    const rows = await store.read<{ failedAt: number; reason: string }>({
      sql: `SELECT toUnixTimestamp(latest_fail_time) * 1000 AS failedAt, latest_fail_reason AS reason FROM system.mutations
WHERE ${ofTables} AND NOT is_done`,
    });
    if (rows.length === 0) return;
    for (const { failedAt, reason } of rows) if (failedAt >= startedAt) failures.add(`${failedAt} ${reason}`);
    if (failures.size >= MAX_FAILURES) {
      await store.command(`KILL MUTATION WHERE ${ofTables}`);
      throw new StoreError(`Old calls could not be removed: ${[...failures].at(-1)}`);
    }
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
