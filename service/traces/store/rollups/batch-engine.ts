import type { Store } from "@/service/traces/store/engine/store";

/** What a batch needs of the engine. */
export type BatchEngine = Pick<Store, "command" | "read">;

const BATCH_TABLES = ["batch_tree", "batch_above"] as const;
const BATCH_TABLE = /\bbatch_(?:tree|above)\b/g;

/**
 * Runs a step with tables of its own instead of those that belong to the running batch, so that a process that was taken
 * for dead does not write into them. What such a process left is dropped.
 *
 * @param turn different for each batch
 */
export async function withOwnBatchTables<Result>(
  engine: BatchEngine,
  turn: number,
  step: (engine: BatchEngine) => Promise<Result>,
): Promise<Result> {
  const own = (sql: string) => sql.replace(BATCH_TABLE, (name) => `${name}_${turn}`);
  const left = await engine.read<{ name: string }>({
    sql: `SELECT name FROM system.tables WHERE database = currentDatabase() AND match(name, '^batch_(tree|above)_[0-9]+$')`,
  });
  for (const { name } of left) await engine.command(`DROP TABLE IF EXISTS ${name} SYNC`);
  for (const name of BATCH_TABLES) await engine.command(`CREATE TABLE ${own(name)} AS ${name}`);
  try {
    return await step({
      command: (sql) => engine.command(own(sql)),
      read: (query) => engine.read({ ...query, sql: own(query.sql) }),
    });
  } finally {
    for (const name of BATCH_TABLES) await engine.command(`DROP TABLE IF EXISTS ${own(name)} SYNC`);
  }
}
