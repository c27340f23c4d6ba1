import type { Handler } from "@/service/traces/handlers/handler";
import { requireJob } from "@/service/training/jobs/training-access";
import { lastLines } from "@/service/training/log/log-lines";
import { readTrainerLog } from "@/service/training/log/read-log";
import type { Training } from "@/service/training/open-training";

/** Returns the last lines of the trainer's log that match a search. */
export function readTrainingLogLinesHandler(training: Training): Handler<"trainingJobs.logLines"> {
  return async ({ body }, context) => {
    const job = await requireJob(training.state, body.training_job_id, context);
    const log = await readTrainerLog(training, job);
    const { before = null, search, limit } = body;
    const { lines, hasMore } = lastLines(log, { before, search: search ?? "", limit });
    return { lines: lines.map((line) => ({ ...line })), has_more: hasMore, size_bytes: log.length };
  };
}
