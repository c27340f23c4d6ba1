import { DISPLAY_NAME_SQL, STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import type { StoredUsage } from "@/service/traces/store/schema/stored-usage";

/** The root call of a run. Texts are empty where the call has none; raw members are JSON text. */
export interface EvaluationRoot {
  readonly id: string;
  readonly traceId: string;
  readonly displayName: string;
  readonly startedAt: EngineTime;
  readonly endedAt: EngineTime | null;
  readonly exception: string;
  readonly self: string;
  readonly model: string;
  readonly trials: string;
  readonly isLogger: 0 | 1;
  readonly sourceRun: string;
  readonly hasOutput: 0 | 1;
  readonly userId: string;
}

/** Ops are sent as refs by the SDKs, and as plain text by newer REST servers. */
export const EVALUATE_OP_SQL = "match(op_name, '(^|/op/)Evaluation\\\\.evaluate(:[^/]*)?$')";

const inputs = payloadSearchSql("inputs");
const attributes = payloadSearchSql("attributes");
const output = payloadSearchSql("output");

interface Page {
  /** Null for all. */
  readonly ids: readonly string[] | null;
  readonly limit: number;
  readonly offset: number;
}

/** Returns the roots of a project's runs, newest first, and how many there are. An evaluation may run below other ops. */
export async function readEvaluationRoots(
  store: Store,
  projectId: string,
  { ids, limit, offset }: Page,
  signal: AbortSignal,
): Promise<{ readonly roots: readonly EvaluationRoot[]; readonly totalCount: number }> {
  const byId =
    ids === null
      ? ""
      : ` AND (started_at, id) IN (SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id IN {ids:Array(String)})`;
  const where = `${STORED_CALLS_SQL} AND ${EVALUATE_OP_SQL}${byId}`;
  const params = { projectId, ...(ids === null ? {} : { ids }) };
  const [roots, [counted]] = await Promise.all([
    store.read<EvaluationRoot>({
      sql: `SELECT call_rows.id AS id, trace_id AS traceId, ${DISPLAY_NAME_SQL} AS displayName,
  toString(call_rows.started_at) AS startedAt, toString(ended_at) AS endedAt,
  if(ended_at IS NULL, '', substringUTF8(exception, 1, 2000)) AS exception,
  JSONExtractRaw(${inputs}, 'self') AS self, JSONExtractRaw(${inputs}, 'model') AS model,
  JSONExtractRaw(${inputs}, 'nTrials') AS trials,
  JSONExtractBool(${attributes}, '_weave_eval_meta', 'imperative') AS isLogger,
  JSONExtractString(${attributes}, 'weave', 'source_evaluation_run_id') AS sourceRun,
  output NOT IN ('', 'null') AS hasOutput, user_id AS userId
FROM call_rows WHERE ${where}
ORDER BY call_rows.started_at DESC, call_rows.id DESC
LIMIT {limit:UInt32} OFFSET {offset:UInt64}`,
      params: { ...params, limit, offset },
      signal,
    }),
    ids === null
      ? store.read<{ count: number }>({ sql: `SELECT count() AS count FROM call_rows WHERE ${where}`, params, signal })
      : [],
  ]);
  return { roots, totalCount: counted?.count ?? roots.length };
}

/** A run's output and usage: the summary as the client logged it. */
export interface LoggedSummary {
  readonly output: string;
  readonly usage: readonly StoredUsage[];
}

/** Returns the summaries of runs by id. */
export async function readLoggedSummaries(
  store: Store,
  projectId: string,
  runs: readonly Pick<EvaluationRoot, "id" | "startedAt">[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, LoggedSummary>> {
  if (runs.length === 0) return new Map();
  const rows = await store.read<LoggedSummary & { readonly id: string }>({
    sql: `SELECT call_rows.id AS id, ${output} AS output, model_tokens AS usage FROM call_rows
WHERE ${STORED_CALLS_SQL} AND started_at IN {starts:Array(DateTime64(6, 'UTC'))} AND id IN {ids:Array(String)}`,
    params: { projectId, starts: runs.map(({ startedAt }) => startedAt), ids: runs.map(({ id }) => id) },
    signal,
  });
  return new Map(rows.map(({ id, ...summary }) => [id, summary]));
}

/** What is below a run. */
export interface RunActivity {
  readonly traceId: string;
  /** The newest end, or start, of a call below the root. */
  readonly lastAt: EngineTime;
  readonly medianMs: number | null;
}

/** Returns the last sign of life in some traces, and how long a trial takes there. */
export async function readRunActivity(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, RunActivity>> {
  if (traceIds.length === 0) return new Map();
  const rows = await store.read<RunActivity>({
    sql: `SELECT trace_id AS traceId, toString(max(ifNull(ended_at, call_rows.started_at))) AS lastAt,
  quantileIf(0.5)(latency_ms, ${TRIAL_OP_SQL} AND latency_ms >= 0) AS medianMs
FROM call_rows
WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)})
GROUP BY trace_id`,
    params: { projectId, traceIds },
    signal,
  });
  return new Map(rows.map((row) => [row.traceId, row]));
}

/** The call of one trial, in the spellings of the Python and the TypeScript SDK. */
export const TRIAL_OP_SQL = "match(op_name, '(^|/op/)Evaluation\\\\.(predict_and_score|predictAndScore)(:[^/]*)?$')";

/** Returns the number of trials that have ended, and that exist, by run. */
export async function countTrials(
  store: Store,
  projectId: string,
  runIds: readonly string[],
  since: EngineTime,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, { readonly ended: number; readonly all: number }>> {
  if (runIds.length === 0) return new Map();
  const rows = await store.read<{ run: string; ended: number; all: number }>({
    sql: `SELECT parent_id AS run, countIf(ended_at IS NOT NULL) AS ended, count() AS all FROM call_rows
WHERE ${STORED_CALLS_SQL} AND started_at >= toDateTime64({since:String}, 6, 'UTC') - 60
  AND parent_id IN {runIds:Array(String)} AND ${TRIAL_OP_SQL}
GROUP BY parent_id`,
    params: { projectId, runIds, since },
    signal,
  });
  return new Map(rows.map(({ run, ...counts }) => [run, counts]));
}
