import { readFile } from "node:fs/promises";
import { isPostgres } from "@/lib/postgres/database-kind";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Training } from "@/service/training/open-training";
import type { StoredJob } from "@/service/training/state/training-state";

/**
 * Returns the trainer's log of a job so far. It has at most 4 MiB, so it is read into memory rather than while it grows.
 *
 * @throws NotFoundError when there is none on this machine
 */
export async function readTrainerLog(
  { state, folder }: Pick<Training, "state" | "folder">,
  { id, started_at: startedAt }: Pick<StoredJob, "id" | "started_at">,
): Promise<Buffer> {
  try {
    return await readFile(folder.jobLog(id));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    throw new NotFoundError(
      startedAt !== null && isPostgres(state)
        ? "The log of this job is on the machine of the service that trained it, or its model was deleted."
        : "The job has no log: it has not started, or its model was deleted.",
    );
  }
}
