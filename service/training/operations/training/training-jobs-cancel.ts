import type { Handler } from "@/service/traces/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import { trainingJobRecordOf } from "@/service/training/jobs/training-job-record-of";
import type { Training } from "@/service/training/open-training";

export function cancelTrainingJobHandler({ state, runner }: Training): Handler<"trainingJobs.cancel"> {
  return async ({ body }, context) => {
    const { id } = await requireJob(state, body.training_job_id, context);
    await runner.cancel(id, `Cancelled by ${context.identity.name}.`);
    return trainingJobRecordOf(await requireJob(state, id, context));
  };
}
