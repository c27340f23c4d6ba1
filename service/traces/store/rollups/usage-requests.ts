import { REQUEST_COLUMNS, requestRowsSql } from "@/service/traces/store/figures/usage-keys";
import { IS_SDK_REQUEST_SQL, IS_SPAN_OF_SDK_SQL } from "@/service/traces/store/schema/stored-usage";
import type { BatchEngine } from "./batch-engine";
import { BATCH_SETTINGS, callsOf, type RollupBatch } from "./rollup-batch";

/**
 * Stores the requests of a batch, of which two may be one. Calls of SDKs are among them in traces in which spans report
 * requests too, which are few. Repeating it changes nothing.
 */
export async function addRequests(engine: BatchEngine, batch: RollupBatch): Promise<void> {
  await engine.command(requestsSql(batch));
  await engine.command(sdkTracesSql(batch));
  const [found] = await engine.read<{ all: number; added: number }>({
    sql: `SELECT count() AS all, countIf(commit_number > ${batch.after}) AS added FROM sdk_traces`,
  });
  if (found === undefined || found.all === 0) return;
  await engine.command(sdkRequestsSql(batch));
  if (found.added > 0) await engine.command(earlierSdkRequestsSql(batch));
}

/** Adds the requests of the spans of a batch. Repeating it changes nothing. */
const requestsSql = (batch: RollupBatch): string => requestInsertSql("span", callsOf(batch));

const requestInsertSql = (by: "span" | "sdk", where: string): string =>
  `INSERT INTO usage_requests (project_id, commit_number, ${REQUEST_COLUMNS.join(", ")})
${requestRowsSql(by, where, ["project_id", "call_rows.commit_number"])}
${BATCH_SETTINGS}`;

const TRACE_SQL = "(project_id, sipHash64(trace_id))";

/** Adds the traces of SDKs in which spans of a batch report requests. Repeating it changes nothing. */
const sdkTracesSql = (batch: RollupBatch): string =>
  `INSERT INTO sdk_traces (project_id, trace, commit_number)
SELECT project_id, sipHash64(trace_id), min(call_rows.commit_number) FROM call_rows
WHERE ${callsOf(batch)} AND ${IS_SPAN_OF_SDK_SQL} GROUP BY 1, 2
${BATCH_SETTINGS}`;

/** Adds the calls of SDKs in a batch that may be a request of a span. Repeating it changes nothing. */
function sdkRequestsSql(batch: RollupBatch): string {
  const ofBatch = `SELECT project_id, sipHash64(trace_id) FROM call_rows WHERE ${callsOf(batch)} AND ${IS_SDK_REQUEST_SQL}`;
  const known = `SELECT project_id, trace FROM sdk_traces WHERE (project_id, trace) IN (${ofBatch})`;
  return requestInsertSql("sdk", `${callsOf(batch)} AND ${TRACE_SQL} IN (${known})`);
}

/**
 * Adds the calls of SDKs in earlier batches, where a span of this one is the first of their trace. Those that started more
 * than a day before the spans are not at their time. Repeating it changes nothing.
 */
function earlierSdkRequestsSql(batch: RollupBatch): string {
  const { after, live } = batch;
  const spans = `FROM call_rows WHERE ${callsOf(batch)} AND ${IS_SPAN_OF_SDK_SQL}`;
  const added = `SELECT project_id, trace FROM sdk_traces GROUP BY project_id, trace HAVING min(commit_number) > ${after}`;
  return requestInsertSql(
    "sdk",
    `call_rows.generation = 0 AND call_rows.commit_number <= ${after}${live} AND project_id IN (SELECT project_id ${spans})
    AND call_rows.started_at >= (SELECT min(started_at) - INTERVAL 1 DAY ${spans})
    AND call_rows.started_at <= (SELECT max(ended_at) ${spans}) AND ${TRACE_SQL} IN (${added})`,
  );
}
