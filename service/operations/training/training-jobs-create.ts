import { trainingJobCreate } from "@/lib/api/contract/training/training-jobs";
import { InvalidRequestError, NotFoundError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { insertBatch } from "@/service/training/batches/batches";
import { drain, receiveBatch } from "@/service/training/batches/receive-batch";
import { storeBatch } from "@/service/training/batches/store-batch";
import { insertJob } from "@/service/training/jobs/jobs";
import { requireModel } from "@/service/training/jobs/training-access";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";
import { NO_TRAINER } from "@/service/training/runner/job-runner";

/** Receives the data of a job and adds the job to the queue: when it responds, both are on disk. */
export function createTrainingJobHandler(training: Training): Handler<"trainingJobs.create"> {
  return async ({ body }, context) => {
    if (training.trainer === null) {
      await drain(body);
      throw new InvalidRequestError(NO_TRAINER);
    }
    const received = await receiveBatch(body, trainingJobCreate, training.blobs);
    try {
      const { contents, blob } = received;
      const { id: modelId } = await requireModel(training.state, String(contents.members.model_id), context);
      const { userId } = context.identity;
      const config = contents.memberTexts.get("experimental_config") ?? "null";
      const id = await storeBatch(training, received, async (transaction) => {
        const live = await transaction
          .selectFrom("model")
          .select("deleted_at")
          .where("id", "=", modelId)
          .executeTakeFirst();
        if (live?.deleted_at !== null) throw new NotFoundError("The model was deleted in the meantime.");
        const step = (await newestCheckpoint(transaction, modelId))?.step ?? null;
        const batchId = await insertBatch(transaction, {
          modelId,
          kind: "job",
          split: null,
          step,
          blob,
          contents,
          userId,
        });
        return await insertJob(transaction, { modelId, batchId, config: config === "null" ? null : config, userId });
      });
      training.runner.wake();
      return { id };
    } catch (error) {
      await received.blob.discard();
      throw error;
    }
  };
}
