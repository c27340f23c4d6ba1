import type { Store } from "@/service/traces/store/engine/store";
import { HOUR_MICROS } from "@/service/traces/store/figures/figures-query";
import { ALL_TIMES } from "@/service/traces/store/figures/rollup-cover";
import { treeSql } from "./nested-usage";
import { spansSql } from "./rollup-batch";

/**
 * Replaces the rollups of an hour in which what counts was changed by later calls, in all projects where it was. Nobody
 * reads those rollups meanwhile, and the hour is forgotten last, so a stop leaves nothing to repair.
 *
 * @param hour counted from the beginning of all times
 * @param watermark the rollups contain the calls up to this commit
 */
export async function renewHour(engine: Store, hour: number, watermark: number): Promise<void> {
  const from = ALL_TIMES.from + hour * HOUR_MICROS;
  const to = from + HOUR_MICROS;
  const changed = `SELECT project_id FROM usage_changes WHERE hour = ${hour}`;
  const calls = `call_rows.generation = 0 AND call_rows.commit_number <= ${watermark} AND project_id IN (${changed})
  AND call_rows.started_at >= fromUnixTimestamp64Micro(toInt64(${from}), 'UTC')
  AND call_rows.started_at < fromUnixTimestamp64Micro(toInt64(${to}), 'UTC')`;
  await engine.command("TRUNCATE TABLE batch_tree");
  await engine.command(treeSql(calls, changed));
  await engine.command(`ALTER TABLE call_rollups DELETE
WHERE width > 0 AND start >= ${from / 1e6} AND start < ${to / 1e6} AND project_id IN (${changed}) SETTINGS mutations_sync = 1`);
  await engine.command(spansSql(calls));
  await engine.command(`ALTER TABLE usage_changes DELETE WHERE hour = ${hour} SETTINGS mutations_sync = 1`);
}
