import type { Store } from "@/service/store/engine/store";
import { STORED_CALLS_SQL } from "./visible-calls";

/** Which payloads a stored call has. */
export interface StoredPayloads {
  readonly id: string;
  readonly traceId: string;
  readonly hasInputs: boolean;
  readonly hasOutput: boolean;
}

/** Returns which payloads the calls with these ids have; an id without a stored call is missing in the result. */
export async function findPayloads(
  store: Store,
  projectId: string,
  ids: readonly string[],
): Promise<readonly StoredPayloads[]> {
  const rows = await store.read<Pick<StoredPayloads, "id" | "traceId"> & { inputs: number; output: number }>({
    sql: `SELECT id, trace_id AS traceId, call_rows.inputs NOT IN ('', '{}') AS inputs, call_rows.output != '' AS output
FROM call_rows WHERE ${STORED_CALLS_SQL} AND call_rows.id IN {ids:Array(String)}`,
    params: { projectId, ids },
  });
  return rows.map(({ id, traceId, inputs, output }) => ({
    id,
    traceId,
    hasInputs: inputs === 1,
    hasOutput: output === 1,
  }));
}
