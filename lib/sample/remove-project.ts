import type { ResultOf } from "@/lib/api/contract/operations";
import { RECORD_OBJECT } from "./sample-record";
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
      if (num_deleted === 0) throw new Error("The service lists calls that it does not delete.");
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

async function removeMonitors(service: SampleService, projectId: string): Promise<void> {
  const { monitors } = await service.call("monitors.list", { project_id: projectId });
  for (const { id } of monitors) {
    await service.call("monitors.delete", { project_id: projectId, monitor_id: id });
  }
}

async function removeDeployments(service: SampleService, projectId: string): Promise<void> {
  const { deployments } = await service.call("deployments.list", { project_id: projectId });
  for (const { id } of deployments) {
    await service.call("deployments.delete", { project_id: projectId, deployment_id: id });
  }
}

/** With the watches and the budgets, which send to the same channels. */
async function removeWatches(service: SampleService, projectId: string): Promise<void> {
  const { budgets } = await service.call("budgets.list", { project_id: projectId });
  for (const { id } of budgets) await service.call("budgets.delete", { project_id: projectId, budget_id: id });
  const { watches } = await service.call("watches.list", { project_id: projectId });
  for (const { id } of watches) await service.call("watches.delete", { project_id: projectId, watch_id: id });
  const { channels } = await service.call("watchChannels.list", { project_id: projectId });
  for (const { id } of channels) await service.call("watchChannels.delete", { project_id: projectId, channel_id: id });
}

/** Last of all: calls that fail meanwhile make issues. */
async function removeIssues(service: SampleService, projectId: string): Promise<void> {
  for (;;) {
    const { issues } = await service.call("issues.list", { project_id: projectId });
    if (issues.length === 0) return;
    const issue_ids = issues.map(({ id }) => id);
    await service.call("issues.delete", { project_id: projectId, issue_ids });
  }
}

const UNFINISHED_RUNS = new Set(["queued", "running", "paused", "stopping"]);

/** Stops the runs that the service works on. */
async function stopTrainingRuns(service: SampleService, projectId: string): Promise<void> {
  for (let before: string | null = null; ; ) {
    const page: ResultOf<"trainingRuns.list"> = await service.call("trainingRuns.list", {
      project_id: projectId,
      before,
    });
    for (const { id, state } of page.runs) {
      const run = { project_id: projectId, run_id: id };
      if (UNFINISHED_RUNS.has(state)) await service.call("trainingRuns.stop", run);
    }
    before = page.runs.at(-1)?.id ?? null;
    if (!page.has_more || before === null) return;
  }
}

/** Deletes the runs that other programs logged. */
async function removeLoggedRuns(service: SampleService, projectId: string): Promise<void> {
  for (;;) {
    const { runs } = await service.call("trainingRuns.logged", { project_id: projectId });
    if (runs.length === 0) return;
    for (const { id } of runs) await service.call("trainingRuns.delete", { project_id: projectId, run_id: id });
  }
}

/**
 * Deletes what services can delete of a project, except its monitors and training runs: models, calls, review queues,
 * feedback, prices and objects.
 *
 * @throws the service's rejection; deleting again continues.
 */
export async function removeStoredData(
  service: SampleService,
  projectId: string,
  onProgress: (progress: RemovalProgress) => void,
): Promise<void> {
  // Evaluations are stopped first, so that none adds calls during the deletion.
  if (service.trainer) await removeTraining(service, service.trainer, projectId);
  await removeCalls(service, projectId, onProgress);
  await removeQueues(service, projectId);
  await removeFeedback(service, projectId);
  await removePrices(service, projectId);
  await removeObjects(service, projectId);
}

/**
 * Deletes everything in a project of the embedded service that can be deleted. No operation deletes the rows of a table or
 * a file, so those stay, unreferenced; runs that the service has finished stay listed without their models.
 *
 * @throws the service's rejection; deleting again continues.
 */
export async function removeProject(
  service: SampleService,
  projectId: string,
  onProgress: (progress: RemovalProgress) => void = () => undefined,
): Promise<void> {
  // What adds calls and feedback by itself ends first.
  await removeMonitors(service, projectId);
  await removeWatches(service, projectId);
  await removeDeployments(service, projectId);
  await stopTrainingRuns(service, projectId);
  await removeLoggedRuns(service, projectId);
  await removeStoredData(service, projectId, onProgress);
  await removeIssues(service, projectId);
}
