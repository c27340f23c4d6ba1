import { pageOf } from "@/service/kernel/checks/page-limits";
import type { Handler } from "@/service/traces/handlers/handler";
import { toWireTime } from "@/service/traces/store/engine/timestamps";
import { readThreads, type ThreadRow } from "@/service/traces/store/threads/thread-query";

/**
 * Streams threads with statistics of their turn calls (calls whose id is their turn_id). Quantiles interpolate
 * linearly between whole milliseconds of finished turns. A thread without a finished turn was last updated when its
 * latest turn started.
 */
export const queryThreads: Handler<"threads.streamQuery"> = async function* ({ body }, { store, signal }) {
  for await (const rows of readThreads(store, body, pageOf(body), signal)) yield* rows.map(onWire);
};

function onWire(row: ThreadRow) {
  return { ...row, start_time: toWireTime(row.start_time), last_updated: toWireTime(row.last_updated) };
}
