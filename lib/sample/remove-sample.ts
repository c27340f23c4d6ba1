import { RECORD_OBJECT, readRecord, writeRecord } from "./sample-record";
import type { SampleService } from "./sample-service";
import { removeTraining } from "./sample-training";

/** The number of entries that services accept in one request. */
const CALLS_PER_BATCH = 1_000;
const IDS_PER_BATCH = 5_000;

const idIs = (ids: readonly string[]) => ({
  $expr: {
    $in: [{ $getField: "id" }, ids.map((id) => ({ $literal: id }))] as [{ $getField: string }, { $literal: string }[]],
  },
});

export interface RemovalProgress {
  readonly calls: number;
}

/** Calls are deleted with all their descendants, so roots first; calls that have lost their root come after them. */
async function removeCalls(
  service: SampleService,
  projectId: string,
  onProgress: (progress: RemovalProgress) => void,
): Promise<void> {
  let calls = 0;
  for (const areRootsOnly of [true, false]) {
    for (;;) {
      const ids = await service.callIds(projectId, areRootsOnly, CALLS_PER_BATCH);
      if (ids.length === 0) break;
      const { num_deleted } = await service.call("calls.delete", { project_id: projectId, call_ids: [...ids] });
      // Without this check, a service that lists calls without deleting them would cause an endless loop.
      if (num_deleted === 0) throw new Error("The service lists calls of the sample that it does not delete.");
      calls += num_deleted;
      onProgress({ calls });
    }
  }
}

async function removeFeedback(service: SampleService, projectId: string): Promise<void> {
  for (;;) {
    const { result } = await service.call("feedback.query", {
      project_id: projectId,
      fields: ["id"],
      limit: IDS_PER_BATCH,
    });
    const ids = result.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    if (ids.length === 0) return;
    await service.call("feedback.purge", { project_id: projectId, query: idIs(ids) });
  }
}

async function removePrices(service: SampleService, projectId: string): Promise<void> {
  const { results } = await service.call("cost.query", { project_id: projectId, fields: ["id"] });
  const ids = results.flatMap(({ id }) => (id ? [id] : []));
  if (ids.length > 0) await service.call("cost.purge", { project_id: projectId, query: idIs(ids) });
}

async function removeQueues(service: SampleService, projectId: string): Promise<void> {
  const { review } = service;
  if (!review) return;
  for (const { id } of await review.queues(projectId)) await review.deleteQueue(projectId, id);
}

/** The record is deleted last: while it exists, the rest can be found and deleted. */
async function removeObjects(service: SampleService, projectId: string): Promise<void> {
  const { objs } = await service.call("objs.query", {
    project_id: projectId,
    filter: { latest_only: true },
    metadata_only: true,
  });
  const names = objs.filter(({ deleted_at }) => !deleted_at).map(({ object_id }) => object_id);
  const inOrder = [...new Set(names)].sort(
    (left, right) => Number(left === RECORD_OBJECT) - Number(right === RECORD_OBJECT),
  );
  for (const name of inOrder) await service.call("obj.delete", { project_id: projectId, object_id: name });
}

/**
 * Deletes everything in the sample's project that services can delete: models, calls, review queues, feedback, prices and objects. No
 * operation deletes the rows of a table or a file, so those of the sample stay, unreferenced.
 *
 * @throws the service's rejection; deleting again continues.
 */
export async function removeSample(
  service: SampleService,
  projectId: string,
  onProgress: (progress: RemovalProgress) => void = () => undefined,
): Promise<void> {
  const record = await readRecord(service, projectId);
  if (record && record.state !== "removing") await writeRecord(service, projectId, { ...record, state: "removing" });
  // Evaluations are stopped first, so that none adds calls during the deletion.
  if (service.trainer) await removeTraining(service, service.trainer, projectId);
  await removeCalls(service, projectId, onProgress);
  await removeQueues(service, projectId);
  await removeFeedback(service, projectId);
  await removePrices(service, projectId);
  await removeObjects(service, projectId);
}
