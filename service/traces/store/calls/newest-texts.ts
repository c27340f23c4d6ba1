import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { orderByStart, selectionQuery } from "./call-keys";
import { DISPLAY_NAME_SQL } from "./visible-calls";

/** All texts of a call that clients choose. */
export interface CallTexts {
  readonly callId: string;
  readonly traceId: string;
  readonly startedAt: EngineTime;
  readonly opName: string;
  /** Empty without one. */
  readonly displayName: string;
  readonly exceptionText: string;
  /** JSON; empty without one, and where it is too long. */
  readonly attributesText: string;
  readonly inputsText: string;
  readonly outputText: string;
  readonly summaryText: string;
  /** Payloads that are too long. */
  readonly tooLong: number;
}

const PAYLOADS = ["attributes", "inputs", "output", "summary"] as const;

/** Returns the texts of a project's newest calls, without payloads of more than `maxBytes`. */
export async function readNewestTexts(
  store: Store,
  { projectId, limit, maxBytes }: { readonly projectId: string; readonly limit: number; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<CallTexts[]> {
  const isShort = (name: string) => `length(call_rows.${name}) <= {maxBytes:UInt64}`;
  const payloads = PAYLOADS.map((name) => `if(${isShort(name)}, call_rows.${name}, '') AS ${name}Text`);
  const columns = `call_rows.id AS callId, call_rows.trace_id AS traceId, toString(call_rows.started_at) AS startedAt,
  call_rows.op_name AS opName, ${DISPLAY_NAME_SQL} AS displayName, call_rows.exception AS exceptionText,
  ${payloads.join(", ")}, ${PAYLOADS.map((name) => `NOT ${isShort(name)}`).join(" + ")} AS tooLong`;
  const selection = { projectId, conditions: [], order: orderByStart("desc"), limit, offset: 0 };
  const query = selectionQuery(columns, selection, signal);
  return await store.read<CallTexts>({ ...query, params: { ...query.params, maxBytes } });
}
