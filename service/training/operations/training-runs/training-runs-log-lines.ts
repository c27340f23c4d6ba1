import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { lastLines } from "@/service/training/log/log-lines";
import { loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Returns the last lines that the program of a logged run printed. Other runs have the logs of their jobs. */
export function readRunLogLinesHandler({ logged }: TrainingRuns): Handler<"trainingRuns.logLines"> {
  return async ({ body }) => {
    const loggedId = loggedIdOf(body.run_id);
    if (loggedId === null) throw new NotFoundError("Only a logged run has a log of its own: each job has one.");
    const run = await logged.find(body.project_id, loggedId);
    const log = await logged.printed(run.id);
    const { before = null, search, limit } = body;
    const { lines, hasMore } = lastLines(log, { before, search: search ?? "", limit });
    return { lines: lines.map((line) => ({ ...line })), has_more: hasMore, size_bytes: log.length };
  };
}
