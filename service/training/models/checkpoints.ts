import { cursorOf, unknownCursor } from "@/service/training/state/list-page";
import {
  type StoredCheckpoint,
  type TrainingState,
  type TrainingTransaction,
  timestampNow,
} from "@/service/training/state/training-state";

export interface CheckpointSelection {
  readonly modelId: string;
  readonly after: string | null | undefined;
  readonly limit: number;
  readonly order: "asc" | "desc";
}

/**
 * Returns the checkpoints of a model by step; one more than `limit` if there are more.
 * @throws NotFound when the model never had a checkpoint `after`
 */
export async function listCheckpoints(
  state: TrainingState,
  selection: CheckpointSelection,
): Promise<StoredCheckpoint[]> {
  const { modelId, limit, order } = selection;
  let query = state
    .selectFrom("checkpoint")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("deleted_at", "is", null)
    .orderBy("step", order)
    .limit(limit + 1);
  const after = cursorOf(selection.after);
  if (after !== null) {
    const cursor = await state
      .selectFrom("checkpoint")
      .select("step")
      .where("id", "=", after)
      .where("model_id", "=", modelId)
      .executeTakeFirst();
    if (!cursor) throw unknownCursor(after);
    query = query.where("step", order === "asc" ? ">" : "<", cursor.step);
  }
  return await query.execute();
}

/** Returns the live checkpoint with the highest step. */
export async function newestCheckpoint(
  state: TrainingState | TrainingTransaction,
  modelId: string,
): Promise<StoredCheckpoint | undefined> {
  return await state
    .selectFrom("checkpoint")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("deleted_at", "is", null)
    .orderBy("step", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Returns the live checkpoint at a step. */
export async function findCheckpoint(
  state: TrainingState,
  modelId: string,
  step: number,
): Promise<StoredCheckpoint | undefined> {
  return await state
    .selectFrom("checkpoint")
    .selectAll()
    .where("model_id", "=", modelId)
    .where("step", "=", step)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Deletes checkpoints by step and returns the deleted steps. Other checkpoints keep their steps. */
export async function deleteCheckpoints(
  state: TrainingState,
  modelId: string,
  steps: readonly number[],
): Promise<ReadonlySet<number>> {
  if (steps.length === 0) return new Set();
  const rows = await state
    .updateTable("checkpoint")
    .set({ deleted_at: timestampNow() })
    .where("model_id", "=", modelId)
    .where("step", "in", [...new Set(steps)])
    .where("deleted_at", "is", null)
    .returning("step")
    .execute();
  return new Set(rows.map(({ step }) => step));
}

/** Adds metrics to a checkpoint; existing metrics of the same names are replaced. */
export async function mergeMetrics(
  transaction: TrainingTransaction,
  { id, metrics }: Pick<StoredCheckpoint, "id" | "metrics">,
  added: Readonly<Record<string, number>>,
): Promise<void> {
  const merged = JSON.stringify({ ...parseMetrics(metrics), ...added });
  await transaction.updateTable("checkpoint").set({ metrics: merged }).where("id", "=", id).execute();
}

/** Parses the metrics of a row that the service wrote. */
export function parseMetrics(text: string): Record<string, number> {
  return JSON.parse(text) as Record<string, number>;
}
