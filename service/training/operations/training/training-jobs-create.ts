import type { Handler } from "@/service/traces/handlers/handler";
import { createJob } from "@/service/training/create-job";
import type { Training } from "@/service/training/open-training";

/** Receives the data of a job and adds the job to the queue: when it responds, both are on disk. */
export function createTrainingJobHandler(training: Training): Handler<"trainingJobs.create"> {
  return async ({ body }, context) => ({ id: await createJob(training, body, context) });
}
