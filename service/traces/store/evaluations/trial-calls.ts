import { STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Query, QuerySettings, Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { payloadSearchSql } from "@/service/traces/store/expression/payload-search";
import { type StoredUsage, USAGE_COUNTS } from "@/service/traces/store/schema/stored-usage";
import { type EvaluationRoot, TRIAL_OP_SQL } from "./evaluation-roots";
import { readPacked } from "./packed-rows";

/** The predict-and-score call of a trial without its answer. Raw members are JSON text, empty where absent. */
export interface TrialCall {
  readonly id: string;
  readonly isEnded: 0 | 1;
  readonly hasException: 0 | 1;
  /** The digest of the row that the example refers to; empty where the ref has another form, or none. */
  readonly rowDigest: string;
  /** JSON text of the example where `rowDigest` is empty. */
  readonly example: string;
  readonly scores: string;
  readonly hasAnswer: 0 | 1;
  /** "true" or "false" where the TypeScript SDK states it. */
  readonly success: string;
  /** Seconds, or an object with their mean. */
  readonly latency: string;
}

const inputs = payloadSearchSql("inputs");
const output = payloadSearchSql("output");

/** The calls of a run begin with it; clocks of several machines may differ by a little. */
const SINCE_SQL = "started_at >= toDateTime64({since:String}, 6, 'UTC') - 60";

const TRIALS_SQL = `${STORED_CALLS_SQL} AND ${SINCE_SQL} AND parent_id = {runId:String} AND ${TRIAL_OP_SQL}`;

/** Rows per block: they are small. */
const BLOCK_ROWS = 10_000;

/**
 * The ids of a run's trials only select rows. As keys of the index of parents they would be looked up in every part of it.
 */
const TRIALS_AS_SET: QuerySettings = { use_index_for_in_with_subqueries: 0 };

/** Calls below a trial begin before the run ends; without this bound all later calls of the project are looked through. */
const untilSql = ({ endedAt }: Run): string =>
  endedAt === null ? "" : " AND started_at <= toDateTime64({until:String}, 6, 'UTC') + 300";

const untilParams = ({ endedAt }: Run) => (endedAt === null ? {} : { until: endedAt });

type Run = Pick<EvaluationRoot, "id" | "traceId" | "startedAt" | "endedAt">;

async function readAll<Row>(store: Store, query: Query): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const block of store.stream({ ...query, settings: { ...query.settings, max_block_size: BLOCK_ROWS } })) {
    for (const row of block.rows<Row>()) rows.push(row);
  }
  return rows;
}

/** Returns the trials of a run in the order of their start: the n-th of an example is its n-th trial. */
export async function readTrialCalls(
  store: Store,
  projectId: string,
  run: Run,
  signal: AbortSignal,
): Promise<readonly TrialCall[]> {
  const query = {
    sql: `SELECT call_rows.id AS id, ${STARTED_SQL}, ended_at IS NOT NULL AS isEnded, exception != '' AS hasException,
  JSONExtractRaw(${inputs}, 'example') AS named, extract(named, {rowPattern:String}) AS rowDigest,
  if(rowDigest = '', named, '') AS example, JSONExtractRaw(${output}, 'scores') AS scores,
  JSONType(${output}, 'output') != 'Null' OR JSONType(${output}, 'model_output') != 'Null' AS hasAnswer,
  JSONExtractRaw(${output}, 'model_success') AS success, JSONExtractRaw(${output}, 'model_latency') AS latency
FROM call_rows WHERE ${TRIALS_SQL}`,
    params: { projectId, runId: run.id, since: run.startedAt, rowPattern: DATASET_ROW },
    signal,
  };
  return byStart(await readPacked(store, query, TRIAL_COLUMNS, String, trialOf));
}

type Started<Row> = Row & { readonly startedMicros: number };

/** The start of a call in microseconds, a number below 2^53. */
const STARTED_SQL = "toUnixTimestamp64Micro(call_rows.started_at) AS startedMicros";

/** Orders by start, then by id. */
function byStart<Row extends { readonly id: string }>(rows: Started<Row>[]): Started<Row>[] {
  return rows.sort(
    (left, right) => left.startedMicros - right.startedMicros || (left.id < right.id ? -1 : left.id > right.id ? 1 : 0),
  );
}

/**
 * A ref to a row of a dataset as SDKs write it, without escapes: the form of nearly all examples. The text of its digest is a
 * third of the ref's.
 */
const DATASET_ROW = '^"weave:///[^/"\\\\%]+/[^/"\\\\%]+/object/[^/:"\\\\%]+:[^/:"\\\\%]+/attr/rows/id/([0-9A-Za-z]+)"$';

const TRIAL_COLUMNS = {
  own: ["id", "startedMicros", "isEnded", "hasException", "rowDigest", "example", "hasAnswer", "success", "latency"],
  shared: "scores",
};

/** The types are those of the query's columns. */
type TrialValues = readonly [string, number, 0 | 1, 0 | 1, string, string, 0 | 1, string, string];

function trialOf(values: readonly unknown[], scores: string): Started<TrialCall> {
  const [id, startedMicros, isEnded, hasException, rowDigest, example, hasAnswer, success, latency] =
    values as TrialValues;
  return { id, startedMicros, isEnded, hasException, rowDigest, example, scores, hasAnswer, success, latency };
}

/** Returns for each run a text that changes with every trial that is stored, ends or is deleted; none without trials. */
export async function readTrialVersions(
  store: Store,
  projectId: string,
  runs: readonly Run[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const [since] = runs.map(({ startedAt }) => startedAt).sort();
  if (since === undefined) return new Map();
  const rows = await store.read<{ run: string; version: string }>({
    sql: `SELECT parent_id AS run,
  concat(toString(count()), '-', toString(max(commit_number)), '-', toString(countIf(ended_at IS NULL))) AS version
FROM call_rows WHERE ${STORED_CALLS_SQL} AND ${SINCE_SQL} AND parent_id IN {runIds:Array(String)} AND ${TRIAL_OP_SQL}
GROUP BY parent_id`,
    params: { projectId, runIds: runs.map(({ id }) => id), since },
    signal,
  });
  return new Map(rows.map(({ run, version }) => [run, version]));
}

/** A call that may be the model's of a trial. */
export interface ModelCall {
  readonly id: string;
  /** The call above it. */
  readonly trialId: string;
  readonly startedAt: EngineTime;
  readonly latencyMs: number | null;
  readonly hasException: 0 | 1;
  readonly isOfModel: 0 | 1;
  readonly usage: readonly StoredUsage[];
}

const BELOW_TRIALS_SQL = `${STORED_CALLS_SQL} AND ${SINCE_SQL} AND trace_id = {traceId:String}`;
const MODEL_NAME_SQL = "match(op_name, '\\\\.(predict|infer|forward|invoke)(:[^/]*)?$')";

/**
 * Returns the calls in the trace of a run that are calls of its model, or are named as one, in the order of their start:
 * children of its trials, several for a trial whose inputs are preprocessed by such an op, and rarely calls below those.
 * The caller knows the trials. The embedded engine would find their ids before the query starts, while nothing else in this
 * process runs.
 *
 * @param model the run's model as a ref or an op name; empty when it has none
 */
export async function readModelCalls(
  store: Store,
  projectId: string,
  run: Run,
  model: string,
  signal: AbortSignal,
): Promise<readonly ModelCall[]> {
  const isOp = "op_name = {model:String}";
  const query = {
    sql: `SELECT call_rows.id AS id, ${STARTED_SQL}, parent_id AS trialId, toString(call_rows.started_at) AS startedAt,
  greatest(latency_ms, 0) AS latencyMs, exception != '' AS hasException,
  ${isOp} OR has(input_refs, {model:String}) AS isOfModel, model_tokens AS usage
FROM call_rows
WHERE ${BELOW_TRIALS_SQL}${untilSql(run)} AND (${isOp} OR ${MODEL_NAME_SQL}) AND NOT (${TRIAL_OP_SQL})`,
    params: { projectId, traceId: run.traceId, since: run.startedAt, model, ...untilParams(run) },
    signal,
  };
  return byStart(await readPacked(store, query, MODEL_COLUMNS, usagesOf, modelCallOf));
}

const MODEL_COLUMNS = {
  own: ["id", "startedMicros", "trialId", "startedAt", "latencyMs", "hasException", "isOfModel"],
  shared: "usage",
};

/** The members of `model_tokens` in the order of the column. */
type UsageValues = readonly [string, ...number[]];

/** The types are those of the query's columns. */
type ModelValues = readonly [string, number, string, EngineTime, number | null, 0 | 1, 0 | 1];

function modelCallOf(values: readonly unknown[], usage: readonly StoredUsage[]): Started<ModelCall> {
  const [id, startedMicros, trialId, startedAt, latencyMs, hasException, isOfModel] = values as ModelValues;
  return { id, startedMicros, trialId, startedAt, latencyMs, hasException, isOfModel, usage };
}

/** The type is that of the query's column. */
const usagesOf = (column: unknown): StoredUsage[] => (column as readonly UsageValues[]).map(usageOf);

function usageOf(values: UsageValues): StoredUsage {
  const usage: Record<string, string | number> = { model: values[0] };
  for (let at = 0; at < USAGE_COUNTS.length; at++) usage[USAGE_COUNTS[at] ?? ""] = values[at + 1] ?? 0;
  // The names are those of its members.
  return usage as StoredUsage;
}

/** A call of a scorer below a trial. */
export interface ScorerCall {
  readonly id: string;
  readonly trialId: string;
  readonly opName: string;
  /** JSON text of `inputs.self`; empty for functions. */
  readonly self: string;
  readonly output: string;
  readonly isEnded: 0 | 1;
  readonly hasException: 0 | 1;
}

/** Trials named in one query; for more, all are read. */
const MAX_NAMED_TRIALS = 1000;

/** Returns the calls below some trials of a run that are not calls of the model. */
export async function readScorerCalls(
  store: Store,
  projectId: string,
  run: Run,
  trialIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly ScorerCall[]> {
  if (trialIds.length === 0) return [];
  const areNamed = trialIds.length <= MAX_NAMED_TRIALS;
  const parents = areNamed
    ? "{trialIds:Array(String)}"
    : `(SELECT id FROM call_rows WHERE project_id = {projectId:String} AND ${SINCE_SQL} AND parent_id = {runId:String})`;
  const calls = await readAll<ScorerCall>(store, {
    sql: `SELECT call_rows.id AS id, parent_id AS trialId, op_name AS opName, JSONExtractRaw(${inputs}, 'self') AS self,
  ${output} AS output, ended_at IS NOT NULL AS isEnded, exception != '' AS hasException
FROM call_rows
WHERE ${BELOW_TRIALS_SQL}${untilSql(run)} AND parent_id IN ${parents} AND NOT (${MODEL_NAME_SQL})
ORDER BY call_rows.started_at, call_rows.id`,
    params: {
      projectId,
      runId: run.id,
      traceId: run.traceId,
      since: run.startedAt,
      ...(areNamed ? { trialIds } : {}),
      ...untilParams(run),
    },
    settings: TRIALS_AS_SET,
    signal,
  });
  if (areNamed) return calls;
  const wanted = new Set(trialIds);
  return calls.filter(({ trialId }) => wanted.has(trialId));
}

/** The first characters of a trial's answer. */
export interface AnswerPreview {
  readonly id: string;
  readonly begin: string;
  readonly length: number;
}

/** Returns the first characters of the answers of some trials, by trial. */
export async function readAnswers(
  store: Store,
  projectId: string,
  trialIds: readonly string[],
  length: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AnswerPreview>> {
  if (trialIds.length === 0) return new Map();
  const answer = `if(JSONHas(${output}, 'output'), JSONExtractRaw(${output}, 'output'), JSONExtractRaw(${output}, 'model_output'))`;
  const rows = await store.read<AnswerPreview>({
    sql: `SELECT id, substringUTF8(answer, 1, {length:UInt32}) AS begin, lengthUTF8(answer) AS length FROM (
  SELECT call_rows.id AS id, ${answer} AS answer FROM call_rows
  WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
    SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id IN {trialIds:Array(String)}))`,
    params: { projectId, trialIds, length },
    signal,
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the names of a call's inputs. */
export async function readModelInputNames(
  store: Store,
  projectId: string,
  callId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [row] = await store.read<{ names: readonly string[] }>({
    sql: `SELECT JSONExtractKeys(${inputs}) AS names FROM call_rows
WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND id = {callId:String})`,
    params: { projectId, callId },
    signal,
  });
  return row?.names ?? [];
}
