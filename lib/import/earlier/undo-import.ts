import type { WeaveTarget } from "@/lib/import/weave/weave-service";
import { recordName, recordValue, type UndoReceipt } from "./import-record";
import type { UndoPlan } from "./undo-plan";

/** The number of entries that services accept in one request. */
const CALLS_PER_REQUEST = 1_000;
const FEEDBACK_PER_REQUEST = 5_000;
const VERSIONS_PER_REQUEST = 100;

interface UndoOptions {
  readonly signal: AbortSignal;
  /** Called with the number of records that are deleted. */
  readonly onProgress?: (deleted: number) => void;
}

/**
 * Deletes what a plan names, and writes down what that was. The record of the import is written last: where a request
 * fails, planning and undoing again continues.
 *
 * @throws what a request rejects with, or the reason of the signal
 */
export async function undoImport(
  { call, stored }: Pick<WeaveTarget, "call" | "stored">,
  plan: UndoPlan,
  { signal, onProgress }: UndoOptions,
): Promise<UndoReceipt> {
  const { projectId: project_id } = stored;
  const { record, callIds, feedbackIds, versions, keptCalls } = plan;
  let deleted = 0;
  const count = (more: number) => {
    deleted += more;
    onProgress?.(deleted);
    signal.throwIfAborted();
  };
  for (let from = 0; from < feedbackIds.length; from += FEEDBACK_PER_REQUEST) {
    const ids = feedbackIds.slice(from, from + FEEDBACK_PER_REQUEST).map((id) => ({ $literal: id }));
    await call("feedback.purge", { project_id, query: { $expr: { $in: [{ $getField: "id" }, ids] } } });
    count(ids.length);
  }
  let calls = 0;
  for (let from = 0; from < callIds.length; from += CALLS_PER_REQUEST) {
    const call_ids = callIds.slice(from, from + CALLS_PER_REQUEST);
    // Calls below an earlier one are gone already, and were counted with it.
    const { num_deleted } = await call("calls.delete", { project_id, call_ids });
    calls += Number(num_deleted);
    count(Number(num_deleted));
  }
  for (const object_id of new Set(versions.map((version) => version.object_id))) {
    const digests = versions.filter((version) => version.object_id === object_id).map(({ digest }) => digest);
    for (let from = 0; from < digests.length; from += VERSIONS_PER_REQUEST) {
      const some = digests.slice(from, from + VERSIONS_PER_REQUEST);
      await call("obj.delete", { project_id, object_id, digests: some });
      count(some.length);
    }
  }
  const before = record.undone ?? { calls: 0, feedback: 0, versions: 0 };
  const receipt: UndoReceipt = {
    at: new Date().toISOString(),
    calls: before.calls + calls,
    feedback: before.feedback + feedbackIds.length,
    versions: before.versions + versions.length,
    kept_calls: keptCalls,
  };
  const val = recordValue({ ...record, state: "undone", undone: receipt });
  await call("obj.create", { obj: { project_id, object_id: recordName(record.import_id), val } });
  return receipt;
}
