import { logTrajectories } from "@/lib/api/contract/training/models";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { insertBatch } from "@/service/training/batches/batches";
import { drain, receiveBatch } from "@/service/training/batches/receive-batch";
import { storeBatch } from "@/service/training/batches/store-batch";
import { requireModel } from "@/service/training/jobs/training-access";
import { mergeMetrics, newestCheckpoint } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";

/**
 * Stores trajectories under a split, and writes their `<split>/<metric>` values to the model's newest checkpoint, with
 * the formulas of `SplitMetrics`. A later log of the same split replaces metrics of the same name.
 */
export function logTrajectoriesHandler(training: Training): Handler<"models.log"> {
  return async ({ params, body }, context) => {
    const { id: modelId } = await requireModel(training.state, params.model_id, context).catch(
      async (error: unknown) => {
        await drain(body);
        throw error;
      },
    );
    const received = await receiveBatch(body, logTrajectories, training.blobs);
    try {
      const { contents, blob } = received;
      const split = String(contents.members.split);
      return await storeBatch(training, received, async (transaction) => {
        const live = await transaction
          .selectFrom("model")
          .select("deleted_at")
          .where("id", "=", modelId)
          .executeTakeFirst();
        if (live?.deleted_at !== null) throw new NotFoundError("The model was deleted in the meantime.");
        const newest = await newestCheckpoint(transaction, modelId);
        const step = newest?.step ?? null;
        const { userId } = context.identity;
        const batch_id = await insertBatch(transaction, { modelId, kind: "log", split, step, blob, contents, userId });
        const named = Object.entries(contents.metrics).map(([name, value]) => [`${split}/${name}`, value] as const);
        const metrics = Object.fromEntries(named);
        if (newest) await mergeMetrics(transaction, newest, metrics);
        return { batch_id, step, metrics };
      });
    } catch (error) {
      await received.blob.discard();
      throw error;
    }
  };
}
