import type { StoredCheckpoint, TrainingState } from "@/service/training/state/training-state";

/** More would be more points than a curve has pixels. */
export const MAX_CHECKPOINTS = 2000;

/** Returns the newest live checkpoints of a model, by step. */
export async function liveCheckpoints(
  state: TrainingState,
  modelId: string,
  limit = MAX_CHECKPOINTS,
): Promise<StoredCheckpoint[]> {
  const newest = await state
    .selectFrom("checkpoint")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("deleted_at", "is", null)
    .orderBy("step", "desc")
    .limit(limit)
    .execute();
  return newest.reverse();
}

/** Returns the live checkpoints that were stored at a time or later, by step. */
export async function checkpointsSince(
  state: TrainingState,
  modelId: string,
  since: string,
): Promise<StoredCheckpoint[]> {
  return await state
    .selectFrom("checkpoint")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("deleted_at", "is", null)
    .where("created_at", ">=", since)
    .orderBy("step")
    .execute();
}

/**
 * Returns the gradient steps that led to each checkpoint: those of its job, and those of the checkpoint that the job
 * continued from. Deleted checkpoints count, since others continue from them.
 */
export async function gradientSteps(state: TrainingState, modelId: string): Promise<ReadonlyMap<string, number>> {
  const jobs = await state
    .selectFrom("job")
    .select(["checkpoint_id", "previous_checkpoint_id", "gradient_step_count"])
    .where("model_id", "=", modelId)
    .where("status", "=", "completed")
    .orderBy("step")
    .execute();
  const sums = new Map<string, number>();
  // A job continues from a checkpoint with a lower step, so that its sum is there already.
  for (const { checkpoint_id: id, previous_checkpoint_id: previous, gradient_step_count: count } of jobs)
    if (id !== null) sums.set(id, (sums.get(previous ?? "") ?? 0) + count);
  return sums;
}
