import type { Handler } from "@/service/traces/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import { readTrainerLog } from "@/service/training/log/read-log";
import type { Training } from "@/service/training/open-training";

/** Returns the trainer's log so far. */
export function readTrainingLogHandler(training: Training): Handler<"trainingJobs.log"> {
  return async ({ body }, context) => {
    const job = await requireJob(training.state, body.training_job_id, context);
    return new Blob([new Uint8Array(await readTrainerLog(training, job))]).stream();
  };
}
