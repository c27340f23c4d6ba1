import type { StartPart } from "@/service/store/calls/call-parts";
import { readStoredTraces } from "@/service/store/calls/call-traces";
import type { Store } from "@/service/store/engine/store";

type StartResult = {
  readonly id: string;
  readonly trace_id: string;
};

/**
 * The answers of starts that are stored now, in their order. A start that named its call but no trace may be one that
 * was sent before: it is answered with the trace that the call is stored under, not with the one made for it here.
 * @param asSent the starts as the client sent them, beside what became of them
 */
export async function storedStartResults(
  store: Store,
  starts: readonly StartPart[],
  asSent: readonly { readonly id?: string | null | undefined; readonly trace_id?: string | null | undefined }[],
): Promise<StartResult[]> {
  const inDoubt = starts.filter((_, index) => asSent[index]?.id && !asSent[index]?.trace_id);
  const stored = new Map<string, ReadonlyMap<string, string>>();
  for (const projectId of new Set(inDoubt.map((part) => part.projectId))) {
    const ids = inDoubt.filter((part) => part.projectId === projectId).map((part) => part.id);
    stored.set(projectId, await readStoredTraces(store, projectId, [...new Set(ids)]));
  }
  return starts.map(({ projectId, id, traceId }) => ({
    id,
    trace_id: stored.get(projectId)?.get(id) ?? traceId,
  }));
}
