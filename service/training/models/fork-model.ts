import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import {
  type StoredCheckpoint,
  type StoredModel,
  type TrainingState,
  timestampNow,
} from "@/service/training/state/training-state";
import { findCheckpoint } from "./checkpoints";
import { insertModel, type NewModel } from "./trained-models";

/**
 * Registers a model whose step 0 has the weights of a checkpoint of another one. The files are copied, so that both can
 * be trained and deleted independently, and the model becomes visible when they are stored. Returns null when the name
 * is taken.
 *
 * @throws NotFoundError when the checkpoint was deleted in the meantime, StoreError when its files cannot be stored
 */
export async function forkModel(
  { state, folder }: { readonly state: TrainingState; readonly folder: TrainingFolder },
  source: StoredCheckpoint,
  model: NewModel,
): Promise<StoredModel | null> {
  const start = {
    forkedModelId: source.model_id,
    forkedStep: source.step,
    jobId: source.job_id,
    deletedAt: timestampNow(),
  };
  const hidden = await state.transaction().execute(async (transaction) => insertModel(transaction, model, start));
  try {
    if (source.job_id !== null) await folder.copyCheckpoint(source.id, hidden.checkpointId);
    // Rows are deleted before files: while the row is there, all files were.
    if (!(await findCheckpoint(state, source.model_id, source.step))) throw deleted(source);
    return await state
      .updateTable("model")
      .set({ deleted_at: null })
      .where("id", "=", hidden.model.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  } catch (error) {
    const deleted_at = timestampNow();
    await state.updateTable("checkpoint").set({ deleted_at }).where("id", "=", hidden.checkpointId).execute();
    await folder.removeCheckpoint(hidden.checkpointId);
    if (isUniqueViolation(error)) return null;
    if (!(await findCheckpoint(state, source.model_id, source.step))) throw deleted(source);
    throw error;
  }
}

const deleted = ({ step }: StoredCheckpoint) => new NotFoundError(`The checkpoint at step ${step} was deleted.`);
