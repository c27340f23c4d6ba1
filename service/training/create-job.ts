import { trainingJobCreate } from "@/lib/api/contract/training/training-jobs";
import { InvalidRequestError, NotFoundError } from "@/service/kernel/errors/service-errors";
import { insertBatch } from "@/service/training/batches/batches";
import { drain, receiveBatch } from "@/service/training/batches/receive-batch";
import { storeBatch } from "@/service/training/batches/store-batch";
import { insertJob } from "@/service/training/jobs/jobs";
import { type Access, requireModel } from "@/service/training/jobs/training-access";
import { newestCheckpoint } from "@/service/training/models/checkpoints";
import { NO_TRAINER } from "@/service/training/runner/job-runner";
import type { Training } from "./open-training";

/**
 * Receives the data of a job and adds the job to the queue: when this resolves, both are on disk.
 *
 * @param id of the job, where the sender must find it again after a crash; a second job with this id is rejected
 * @throws ValidationError, NotFoundError, InvalidRequestError when there is no trainer
 */
export async function createJob(
  training: Training,
  body: ReadableStream<Uint8Array> | undefined,
  access: Access,
  id?: string,
): Promise<string> {
  if (training.trainer === null) {
    await drain(body);
    throw new InvalidRequestError(NO_TRAINER);
  }
  const received = await receiveBatch(body, trainingJobCreate, training.blobs);
  try {
    const { contents, blob } = received;
    const { id: modelId } = await requireModel(training.state, String(contents.members.model_id), access);
    const { userId } = access.identity;
    const config = contents.memberTexts.get("experimental_config") ?? "null";
    const jobId = await storeBatch(training, received, async (transaction) => {
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
      const job = { modelId, batchId, config: config === "null" ? null : config, userId };
      return await insertJob(transaction, id === undefined ? job : { ...job, id });
    });
    training.runner.wake();
    return jobId;
  } catch (error) {
    await received.blob.discard();
    throw error;
  }
}
