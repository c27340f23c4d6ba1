import type { Identity } from "@/service/kernel/access/identity";
import type { StartPart } from "@/service/traces/store/calls/call-parts";
import { readStoredTraces } from "@/service/traces/store/calls/call-traces";
import type { Store } from "@/service/traces/store/engine/store";

type StartResult = {
  readonly id: string;
  readonly trace_id: string;
};

/**
 * The results of starts that are now stored, in order. A start that named its call but no trace may have been sent
 * before: its result is the trace the call is stored under, not the one created for it here. A key that may not read learns
 * the traces of its own user only.
 * @param asSent the starts as the client sent them
 */
export async function storedStartResults(
  store: Store,
  { userId, scopes }: Identity,
  starts: readonly StartPart[],
  asSent: readonly { readonly id?: string | null | undefined; readonly trace_id?: string | null | undefined }[],
): Promise<StartResult[]> {
  const inDoubt = starts.filter((_, index) => asSent[index]?.id && !asSent[index]?.trace_id);
  const onlyOf = scopes === undefined || scopes.includes("read") ? null : userId;
  const stored = new Map<string, ReadonlyMap<string, string>>();
  for (const projectId of new Set(inDoubt.map((part) => part.projectId))) {
    const ids = inDoubt.filter((part) => part.projectId === projectId).map((part) => part.id);
    stored.set(projectId, await readStoredTraces(store, projectId, [...new Set(ids)], onlyOf));
  }
  return starts.map(({ projectId, id, traceId }) => ({
    id,
    trace_id: stored.get(projectId)?.get(id) ?? traceId,
  }));
}
