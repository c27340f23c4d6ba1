import { STORED_CALLS_SQL } from "@/service/store/calls/visible-calls";
import type { Store } from "@/service/store/engine/store";

/** The ids of answers to look for, and between which starts, in microseconds since 1970. */
export interface AnsweredCallsQuery {
  readonly projectId: string;
  readonly responseIds: readonly string[];
  readonly fromMicros: number;
  readonly toMicros: number;
}

/**
 * Returns the calls whose providers gave their answers these ids, by the id of the answer; of several the first one. All
 * calls between these times are looked at.
 */
export async function findAnsweredCalls(
  store: Store,
  { projectId, responseIds, fromMicros, toMicros }: AnsweredCallsQuery,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.read<{ readonly responseId: string; readonly callId: string }>({
    sql: `SELECT JSONExtractString(attributes, 'response_id') AS responseId, argMin(call_rows.id, (started_at, call_rows.id)) AS callId
FROM call_rows WHERE ${STORED_CALLS_SQL} AND started_at >= fromUnixTimestamp64Micro({fromMicros:Int64}, 'UTC')
  AND started_at <= fromUnixTimestamp64Micro({toMicros:Int64}, 'UTC')
  AND JSONExtractString(attributes, 'response_id') IN {responseIds:Array(String)}
GROUP BY responseId`,
    params: { projectId, responseIds, fromMicros, toMicros },
  });
  return new Map(rows.map(({ responseId, callId }) => [responseId, callId]));
}
