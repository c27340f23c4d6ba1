import { IS_FIRST_SQL, STORED_CALLS_SQL } from "@/service/traces/store/calls/visible-calls";
import type { Store } from "@/service/traces/store/engine/store";

/** A call that may say what a call above it does not. */
export interface CallBelow {
  readonly callId: string;
  readonly traceId: string;
  readonly isAsk: boolean;
}

/** A call of a trace, and whether it has content on either side. */
export interface TraceCall {
  readonly callId: string;
  readonly parentId: string | null;
  readonly hasInputs: boolean;
  readonly hasOutput: boolean;
  /** A time that is comparable as text; empty for a call that runs. */
  readonly endedAt: string;
}

/** Candidates of each trace: a step without words of its own, such as a check of the input, often comes first. */
const CANDIDATES = 6;

/** Sizes of the JSON of no inputs and of no output. */
const NO_INPUTS = 2;
const NO_OUTPUT = 4;

/** Calls of each trace that are looked at: a trace may have a million. */
const LOOKED_AT = 200;

const side = (isAsk: 0 | 1, size: string, direction: string, order: string) => `
SELECT call_rows.id AS callId, call_rows.trace_id AS traceId, ${isAsk} AS isAsk
FROM call_rows WHERE ${STORED_CALLS_SQL} AND NOT ${IS_FIRST_SQL} AND ${size} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)}
  ORDER BY started_at ${direction} LIMIT ${LOOKED_AT} BY trace_id)
ORDER BY ${order} LIMIT ${CANDIDATES} BY trace_id`;

/** Returns the first calls with inputs and the last calls with an output of traces, each nearest to its end first. */
export async function readCallsBelow(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly CallBelow[]> {
  if (traceIds.length === 0) return [];
  const rows = await Promise.all(
    [
      side(1, `inputs_size > ${NO_INPUTS}`, "ASC", "started_at, id"),
      side(0, `output_size > ${NO_OUTPUT}`, "DESC", "ended_at DESC, started_at DESC, id DESC"),
    ].map((sql) =>
      store.read<Omit<CallBelow, "isAsk"> & { readonly isAsk: number }>({
        sql,
        params: { projectId, traceIds },
        signal,
      }),
    ),
  );
  return rows.flat().map((row) => ({ ...row, isAsk: row.isAsk === 1 }));
}

/** More calls of a trace than these are not looked at below a call that is not its first. */
const CALLS_OF_TRACE = 1000;

/** Returns the first calls of traces, in the order of their starts. */
export async function readTraceCalls(
  store: Store,
  projectId: string,
  traceIds: readonly string[],
  signal: AbortSignal,
): Promise<readonly TraceCall[]> {
  if (traceIds.length === 0) return [];
  type Row = Omit<TraceCall, "hasInputs" | "hasOutput"> & { readonly hasInputs: number; readonly hasOutput: number };
  const rows = await store.read<Row>({
    sql: `
SELECT call_rows.id AS callId, parent_id AS parentId, inputs_size > ${NO_INPUTS} AS hasInputs,
  output_size > ${NO_OUTPUT} AS hasOutput, ifNull(toString(ended_at), '') AS endedAt
FROM call_rows WHERE ${STORED_CALLS_SQL} AND (started_at, id) IN (
  SELECT started_at, id FROM call_rows WHERE project_id = {projectId:String} AND trace_id IN {traceIds:Array(String)}
  ORDER BY started_at LIMIT ${CALLS_OF_TRACE} BY trace_id)
ORDER BY started_at, id`,
    params: { projectId, traceIds },
    signal,
  });
  return rows.map((row) => ({ ...row, hasInputs: row.hasInputs === 1, hasOutput: row.hasOutput === 1 }));
}
