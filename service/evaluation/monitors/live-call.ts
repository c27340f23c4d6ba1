import { isJsonObject } from "@/lib/guard/json-object";
import type { CallKey } from "@/service/traces/store/calls/call-keys";
import { fetchStoredCalls } from "@/service/traces/store/calls/call-rows";
import type { Store } from "@/service/traces/store/engine/store";
import type { EngineTime } from "@/service/traces/store/engine/timestamps";

/** Longer values are not scored: a judge could not read them either. */
const MAX_VALUE_LENGTH = 1024 ** 2;

/** A call as scorers see it. */
export interface LiveCall {
  readonly id: string;
  readonly opName: string;
  readonly startedAt: EngineTime;
  readonly output: unknown;
  /** The inputs by name, and all of them as `inputs`. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Why it cannot be scored; null when it can. */
  readonly problem: string | null;
}

/** Reads calls with their inputs and outputs, in the order of the keys. A call that was deleted meanwhile is left out. */
export async function readLiveCalls(
  store: Store,
  projectId: string,
  keys: readonly CallKey[],
  signal: AbortSignal,
): Promise<LiveCall[]> {
  const calls: LiveCall[] = [];
  const options = { columns: ["inputs", "output"], maxValueLength: MAX_VALUE_LENGTH } as const;
  for await (const block of fetchStoredCalls(store, projectId, keys, options, signal)) {
    for (const call of block) {
      const inputs: unknown = JSON.parse(call.inputs || "{}");
      const isLong = (call.output_left_out ?? 0) + (call.inputs_left_out ?? 0) > 0;
      calls.push({
        id: call.id,
        opName: call.op_name,
        startedAt: call.started_at,
        output: JSON.parse(call.output || "null"),
        row: { ...(isJsonObject(inputs) ? inputs : {}), inputs },
        problem: isLong ? "The inputs or the output are longer than 1 MiB" : null,
      });
    }
  }
  return calls;
}
