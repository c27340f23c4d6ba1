import type { Store } from "@/service/traces/store/engine/store";
import { STORED_CALLS_SQL } from "./visible-calls";

/** Which payloads a stored call has. */
export interface StoredPayloads {
  readonly id: string;
  readonly traceId: string;
  /** For the call of a span, the trace of the span, which may be in a call of another trace. */
  readonly spanTraceId: string;
  readonly hasInputs: boolean;
  readonly hasOutput: boolean;
}

/** A dump begins with the ids of its span. */
const SPAN_TRACE_SQL = `if(call_rows.otel_dump = '', call_rows.trace_id,
  coalesce(nullIf(extract(call_rows.otel_dump, '"context":\\{"trace_id":"([0-9a-f]{32})"'), ''), call_rows.trace_id))`;

/** Returns which payloads the calls with these ids have; an id without a stored call is missing in the result. */
export async function findPayloads(
  store: Store,
  projectId: string,
  ids: readonly string[],
): Promise<readonly StoredPayloads[]> {
  const rows = await store.read<
    Pick<StoredPayloads, "id" | "traceId" | "spanTraceId"> & { inputs: number; output: number }
  >({
    sql: `SELECT id, trace_id AS traceId, ${SPAN_TRACE_SQL} AS spanTraceId, call_rows.inputs NOT IN ('', '{}') AS inputs, call_rows.output != '' AS output
FROM call_rows WHERE ${STORED_CALLS_SQL} AND call_rows.id IN {ids:Array(String)}`,
    params: { projectId, ids },
  });
  return rows.map(({ id, traceId, spanTraceId, inputs, output }) => ({
    ...{ id, traceId, spanTraceId },
    hasInputs: inputs === 1,
    hasOutput: output === 1,
  }));
}
