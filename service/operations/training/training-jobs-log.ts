import { readFile } from "node:fs/promises";
import { NotFoundError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

/** Returns the trainer's log so far. */
export function readTrainingLogHandler({ state, folder }: Training): Handler<"trainingJobs.log"> {
  return async ({ body }, context) => {
    const { id } = await requireJob(state, body.training_job_id, context);
    const path = folder.jobLog(id);
    // At most 4 MiB, so it is read into memory rather than while it grows.
    const text = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT")
        throw new NotFoundError("The job has no log: it has not started, or its model was deleted.");
      throw error;
    });
    return new Blob([text]).stream();
  };
}
