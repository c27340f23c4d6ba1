import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";
import { type EngineTime, engineTimeOf } from "@/service/traces/store/engine/timestamps";
import { SENT_RESPONSE_SQL } from "@/service/traces/store/schema/stored-usage";

/** The ids of answers to look for, and between which starts, in microseconds since 1970. */
export interface AnsweredCallsQuery {
  readonly projectId: string;
  readonly responseIds: readonly string[];
  readonly fromMicros: number;
  readonly toMicros: number;
}

/** Which calls of a project are not in the table of answered calls yet. */
export interface UnrolledCalls {
  /** Those of later commits. */
  readonly watermark: number;
  /** The earliest start of these; null without any. */
  readonly since: EngineTime | null;
  readonly hasOpenCalls: boolean;
}

const ANSWERED_SQL = `(call_rows.started_at, call_rows.id) IN (SELECT started_at, id FROM answered_calls
  WHERE project_id = {projectId:String} AND answer IN (SELECT sipHash64(arrayJoin({responseIds:Array(String)}))))`;

const timeSql = (time: EngineTime) => `toDateTime64('${time}', 6, 'UTC')`;

/**
 * Returns the calls whose providers gave their answers these ids, by the id of the answer; of several the first one. Calls of
 * finished rollups are found by the id; running ones and those of the last seconds are looked at one by one.
 */
export async function findAnsweredCalls(
  store: Store,
  { projectId, responseIds, fromMicros, toMicros }: AnsweredCallsQuery,
  { watermark, since, hasOpenCalls }: UnrolledCalls,
): Promise<ReadonlyMap<string, string>> {
  const conditions = [
    ANSWERED_SQL,
    ...(since === null
      ? []
      : [`generation = 0 AND commit_number > ${watermark} AND call_rows.started_at >= ${timeSql(since)}`]),
    ...(hasOpenCalls ? ["generation > 0"] : []),
  ];
  const found = conditions.map(
    (condition) => `SELECT ${SENT_RESPONSE_SQL} AS responseId, call_rows.id AS id, call_rows.started_at AS started_at
FROM call_rows WHERE ${STORED_CALLS_SQL} AND call_rows.started_at >= ${timeSql(engineTimeOf(fromMicros))}
  AND call_rows.started_at <= ${timeSql(engineTimeOf(toMicros))} AND ${condition} AND responseId IN {responseIds:Array(String)}`,
  );
  const rows = await store.read<{ readonly responseId: string; readonly callId: string }>({
    sql: `SELECT responseId, argMin(id, (started_at, id)) AS callId FROM (${found.join("\nUNION ALL ")}) GROUP BY responseId`,
    params: { projectId, responseIds },
  });
  return new Map(rows.map(({ responseId, callId }) => [responseId, callId]));
}
