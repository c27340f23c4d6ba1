import { removeOrphanBlobs, removeOrphanCheckpoints } from "@/service/training/batches/remove-orphans";
import { unfinishedJobs } from "@/service/training/jobs/jobs";
import { timestampNow } from "@/service/training/state/training-state";
import type { Training } from "./open-training";

/** Jobs may be added while others are being ended; real clients do not add them faster than that. */
const ROUNDS = 100;

/**
 * Deletes a model with its checkpoints, its logs and the data of its jobs, and returns the number of its checkpoints.
 * Queued and running jobs are cancelled first; jobs and their events stay readable, since clients may still request
 * them.
 */
export async function deleteModel(training: Training, modelId: string, reason: string): Promise<number> {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const job of await unfinishedJobs(training.state, modelId)) await training.runner.cancel(job.id, reason);
    const deleted = await markDeleted(training, modelId);
    if (deleted === null) continue;
    await removeOrphanCheckpoints(training);
    await removeOrphanBlobs(training);
    const jobs = await training.state.selectFrom("job").select("id").where("model_id", "=", modelId).execute();
    for (const { id } of jobs) await training.folder.removeJob(id);
    return deleted;
  }
  throw new Error(`New jobs of the model ${modelId} were added faster than its jobs could be ended.`);
}

/** The number of its checkpoints, or null when there is an unfinished job. */
async function markDeleted({ state }: Training, modelId: string): Promise<number | null> {
  const deleted_at = timestampNow();
  return await state.transaction().execute(async (transaction) => {
    const unfinished = await transaction
      .selectFrom("job")
      .select("id")
      .where("model_id", "=", modelId)
      .where("status", "in", ["queued", "running"])
      .executeTakeFirst();
    if (unfinished) return null;
    await transaction.updateTable("model").set({ deleted_at }).where("id", "=", modelId).execute();
    await transaction.deleteFrom("batch").where("model_id", "=", modelId).execute();
    const { numUpdatedRows } = await transaction
      .updateTable("checkpoint")
      .set({ deleted_at })
      .where("model_id", "=", modelId)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}
