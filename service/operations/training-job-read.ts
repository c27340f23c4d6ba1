import type { Handler } from "@/service/http/handler";
import type { Training } from "@/service/training/open-training";
import { requireJob } from "./training-access";
import { trainingJobRecord } from "./training-job-record";

export function readTrainingJobHandler({ state }: Training): Handler<"trainingJobs.read"> {
  return async ({ params }, context) => trainingJobRecord(await requireJob(state, params.training_job_id, context));
}
