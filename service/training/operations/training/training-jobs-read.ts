import type { Handler } from "@/service/traces/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import { trainingJobRecordOf } from "@/service/training/jobs/training-job-record-of";
import type { Training } from "@/service/training/open-training";

export function readTrainingJobHandler({ state }: Training): Handler<"trainingJobs.read"> {
  return async ({ params }, context) => trainingJobRecordOf(await requireJob(state, params.training_job_id, context));
}
