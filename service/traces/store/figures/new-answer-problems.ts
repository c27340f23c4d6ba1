import { DEFAULT_SOURCE } from "@/lib/api/contract/calls/call-sources";
import { OP_KEY_SQL } from "@/service/traces/store/calls/call-fields";
import { STORED_CALLS_OF_ALL_SQL } from "@/service/traces/store/calls/visible-calls";
import { SqlParams } from "@/service/traces/store/engine/sql-params";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { ANSWER_PROBLEM_SQL, HAS_ANSWER_SQL } from "@/service/traces/store/expression/answer-problem";
import { callKeyText } from "./call-groups";
import { BACKGROUND, type FailedCall, type FailurePlace, type FoundFailures, RELEASE_FIELD } from "./new-failures";

const PLACE_SQL = "call_rows.commit_number, call_rows.project_id, call_rows.id";

/**
 * Returns the calls of production with empty or truncated answers among the next calls of models of all projects, in the
 * order in which they were stored. Answers are read of each call once: they are long.
 *
 * @param since calls that started earlier are left out
 */
export async function readNewAnswerProblems(
  store: Store,
  { after, since, limit }: { readonly after: FailurePlace; readonly since: EngineTime; readonly limit: number },
  signal: AbortSignal,
): Promise<FoundFailures> {
  const params = new SqlParams("answer_");
  const release = callKeyText(RELEASE_FIELD, params).sql;
  const commit = params.bind(after.commit, "UInt64");
  const project = params.bind(after.projectId, "String");
  const call = params.bind(after.callId, "String");
  const isNew = `${STORED_CALLS_OF_ALL_SQL}
  AND call_rows.started_at >= ${params.bind(since, "DateTime64(6, 'UTC')")}
  AND call_rows.commit_number >= ${commit} AND call_rows.generation = 0 AND call_rows.call_source = '${DEFAULT_SOURCE}'
  AND (call_rows.commit_number > ${commit} OR call_rows.project_id > ${project}
    OR (call_rows.project_id = ${project} AND call_rows.id > ${call})) AND ${HAS_ANSWER_SQL}`;
  const query = { params: params.values(), settings: BACKGROUND, signal };
  const next = `SELECT ${PLACE_SQL} FROM call_rows WHERE ${isNew} ORDER BY ${PLACE_SQL} LIMIT ${limit}`;
  const [batch] = await store.read<{
    calls: number;
    last: readonly [commit: number, projectId: string, callId: string];
  }>({
    ...query,
    sql: `SELECT count() AS calls, max(tuple(*)) AS last FROM (${next})`,
  });
  if (batch === undefined || batch.calls === 0) return { calls: [], place: after, hasMore: false };
  const [lastCommit, projectId, callId] = batch.last;
  const place = { commit: Number(lastCommit), projectId, callId };
  const upTo = `(${PLACE_SQL}) <= (${params.bind(place.commit, "UInt64")}, ${params.bind(projectId, "String")}, ${params.bind(callId, "String")})`;
  const calls = await store.read<FailedCall>({
    ...query,
    params: params.values(),
    sql: `SELECT * FROM (SELECT 'answer' AS kind, call_rows.project_id AS projectId, call_rows.id AS callId,
  call_rows.commit_number AS commit, toString(call_rows.started_at) AS startedAt, ${OP_KEY_SQL} AS op,
  ${ANSWER_PROBLEM_SQL} AS pattern, ${release} AS release
FROM call_rows WHERE ${isNew} AND ${upTo}) WHERE pattern != '' ORDER BY commit, projectId, callId`,
  });
  return { calls, place, hasMore: batch.calls === limit };
}
