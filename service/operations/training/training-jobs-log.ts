import { readFile } from "node:fs/promises";
import { isPostgres } from "@/lib/postgres/database-kind";
import { NotFoundError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

/** Returns the trainer's log so far. */
export function readTrainingLogHandler({ state, folder }: Training): Handler<"trainingJobs.log"> {
  return async ({ body }, context) => {
    const { id, started_at: startedAt } = await requireJob(state, body.training_job_id, context);
    const path = folder.jobLog(id);
    // At most 4 MiB, so it is read into memory rather than while it grows.
    const text = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      throw new NotFoundError(
        startedAt !== null && isPostgres(state)
          ? "The log of this job is on the machine of the service that trained it, or its model was deleted."
          : "The job has no log: it has not started, or its model was deleted.",
      );
    });
    return new Blob([text]).stream();
  };
}
