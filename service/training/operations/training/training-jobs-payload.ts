import type { Handler } from "@/service/traces/handlers/handler";
import { requireBatch, requireJob } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

/** Returns the body of a job's creation, read while it is sent. */
export function readTrainingPayloadHandler({ state, blobs }: Training): Handler<"trainingJobs.payload"> {
  return async ({ body }, context) => {
    const job = await requireJob(state, body.training_job_id, context);
    const batch = await requireBatch(state, job.batch_id, context);
    return await blobs.read(batch.blob, batch.size_bytes);
  };
}
