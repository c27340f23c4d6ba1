import { ConflictError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { setJobPriority } from "@/service/training/jobs/jobs";
import { requireJob } from "@/service/training/jobs/training-access";
import { trainingJobRecordOf } from "@/service/training/jobs/training-job-record-of";
import type { Training } from "@/service/training/open-training";

export function prioritizeTrainingJobHandler({ state }: Training): Handler<"trainingJobs.prioritize"> {
  return async ({ body }, context) => {
    const { id } = await requireJob(state, body.training_job_id, context);
    const isChanged = await setJobPriority(state, id, body.priority);
    const job = await requireJob(state, id, context);
    if (!isChanged) throw new ConflictError(`The job is ${job.status}: only a queued job has a place in the queue.`);
    return trainingJobRecordOf(job);
  };
}
