import { upsertBatches } from "@/bench/store/workload/requests";
import { SPANS_PER_TRACE } from "@/bench/store/workload/trace-facts";
import type { Workload } from "@/bench/store/workload/workload";
import { type Sent, sendLoad, type Target } from "./send-load";

export const CALLS_PER_BATCH = 20;
export const BATCH_CLIENTS = 50;

const TRACES_PER_BATCH = CALLS_PER_BATCH / SPANS_PER_TRACE;

/**
 * Sends starts and then, in a request of their own, the ends of the same calls, as fifty SDKs do. With several targets the
 * two reach different ones.
 *
 * @returns what the clients saw; two requests are twenty calls
 */
export async function sendUpserts(targets: readonly Target[], workload: Workload, corpus: Buffer): Promise<Sent> {
  const { starts, ends } = upsertBatches(corpus);
  const begunBy = new Map<number, number>();
  let begun = 0;
  const next = (client: number) => {
    const open = begunBy.get(client);
    if (open !== undefined) {
      begunBy.delete(client);
      return ends(workload.range(open, TRACES_PER_BATCH));
    }
    if (begun >= workload.traces) return undefined;
    begunBy.set(client, begun);
    begun += TRACES_PER_BATCH;
    return starts(workload.range(begun - TRACES_PER_BATCH, TRACES_PER_BATCH));
  };
  const headers = { "content-type": "application/json" };
  return await sendLoad(targets, { path: "/call/upsert_batch", headers, clients: BATCH_CLIENTS, next });
}
