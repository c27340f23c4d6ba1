import type { Handler } from "@/service/http/handler";
import type { Training } from "@/service/training/open-training";
import { requireJob } from "./training-access";
import { trainingJobRecord } from "./training-job-record";

export function cancelTrainingJobHandler({ state, runner }: Training): Handler<"trainingJobs.cancel"> {
  return async ({ body }, context) => {
    const { id } = await requireJob(state, body.training_job_id, context);
    await runner.cancel(id, `Cancelled by ${context.identity.name}.`);
    return trainingJobRecord(await requireJob(state, id, context));
  };
}
