import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { HandlerContext } from "@/service/traces/handlers/handler";
import { findBatch } from "@/service/training/batches/batches";
import { findModel, projectOf } from "@/service/training/models/trained-models";
import type { StoredBatch, StoredModel, TrainingState } from "@/service/training/state/training-state";
import { type JobOverview, readJob } from "./jobs";

/** Work of the service itself does not look at imports: nothing of a project works before its import has ended. */
export type Access = Pick<HandlerContext, "identity" | "note"> & Partial<Pick<HandlerContext, "imports">>;

/** True when a key may see a project; to the key, other projects do not exist. */
function canSeeModel({ identity, imports, note }: Access, project: string): boolean {
  const isVisible = identity.projects === null || identity.projects.includes(project);
  if (isVisible) imports?.requireWhole([project]);
  if (isVisible) note({ projects: [project] });
  return isVisible;
}

function quoted(id: string): string {
  return JSON.stringify(id.slice(0, 200));
}

/** Returns a live model by its id. @throws NotFoundError when there is none, or the key is limited to other projects */
export async function requireModel(state: TrainingState, id: string, access: Access): Promise<StoredModel> {
  const model = await findModel(state, id);
  if (model && canSeeModel(access, projectOf(model))) return model;
  throw new NotFoundError(`No model with the id ${quoted(id)}. POST /v1/preview/models registers one.`);
}

/** Returns a job by its id, including jobs of deleted models. @throws NotFoundError as above */
export async function requireJob(state: TrainingState, id: string, access: Access): Promise<JobOverview> {
  const job = await readJob(state, id);
  if (job && canSeeModel(access, projectOf(job))) return job;
  throw new NotFoundError(`No training job with the id ${quoted(id)}.`);
}

/** Returns a batch of trajectories by its id. @throws NotFoundError as above */
export async function requireBatch(state: TrainingState, id: string, access: Access): Promise<StoredBatch> {
  const batch = await findBatch(state, id);
  const model = batch && (await findModel(state, batch.model_id));
  if (batch && model && canSeeModel(access, projectOf(model))) return batch;
  throw new NotFoundError(`No trajectories with the batch id ${quoted(id)}.`);
}

/** The projects that a list may show: the requested one, else all that the key may see. Null for all. */
export function projectsToList({ identity }: Access, project: string | null | undefined): readonly string[] | null {
  return project ? [project] : identity.projects;
}
