import { callOperation } from "@/lib/api/client/service-client";
import { deletionBatches } from "./prepare-deletion";
import { type CallsSubject, readCalls } from "./read-selected-calls";
import type { LongTaskControl } from "./use-long-task";

/** The ids of all calls of a subject, collected before the first deletion. */
async function idsOf(subject: CallsSubject, signal: AbortSignal): Promise<readonly string[]> {
  const ids: string[] = [];
  await readCalls(subject, {
    columns: ["id"],
    signal,
    onCalls: async (calls) => void ids.push(...calls.map(({ id }) => id)),
  });
  return ids;
}

/**
 * Deletes calls and all their descendants, batch by batch; stopping does not undo a batch that was sent. Returns the
 * number of deleted calls, descendants included.
 *
 * @throws RequestFailure, AbortError
 */
export async function deleteSelected(subject: CallsSubject, { signal, onProgress }: LongTaskControl): Promise<number> {
  const ids = await idsOf(subject, signal);
  let deleted = 0;
  let sent = 0;
  for (const batch of deletionBatches(ids)) {
    signal.throwIfAborted();
    const body = { project_id: subject.projectId, call_ids: [...batch] };
    deleted += (await callOperation(subject.connectionId, "calls.delete", { body })).num_deleted;
    sent += batch.length;
    onProgress(sent);
  }
  return deleted;
}
