import { callsWhereClause } from "@/service/traces/store/calls/call-keys";
import type { Store } from "@/service/traces/store/engine/store";
import { HAS_LATENCY_SQL } from "./call-cells";
import { type FiguresRequest, rangeCondition } from "./figures-query";

/** Where bins of latencies begin, in milliseconds: 0, 1, 2, 5, 10, … */
export const LATENCY_EDGES_MS = [0, ...Array.from({ length: 9 }, (_, at) => [1, 2, 5].map((n) => n * 10 ** at)).flat()];

interface LatencyBin {
  readonly from: number;
  readonly count: number;
}

/** Counts the latencies of finished calls in the bins that have any, in order. */
export async function readLatencyBins(
  store: Store,
  { projectId, conditions, range }: Omit<FiguresRequest, "keyParams">,
  signal: AbortSignal,
): Promise<readonly LatencyBin[]> {
  const where = callsWhereClause(projectId, [...conditions, rangeCondition(range)]);
  return await store.read<LatencyBin>({
    sql: `SELECT toInt64(roundDown(assumeNotNull(latency_ms), {edges:Array(Int64)})) AS from, count() AS count
FROM call_rows WHERE ${where.sql} AND ${HAS_LATENCY_SQL} GROUP BY from ORDER BY from`,
    params: { ...where.params, edges: LATENCY_EDGES_MS },
    signal,
  });
}
