import { ConflictError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Deletes a logged run. */
export function deleteTrainingRunHandler({ logged }: TrainingRuns): Handler<"trainingRuns.delete"> {
  return async ({ body }) => {
    const id = loggedIdOf(body.run_id);
    if (id === null) throw new ConflictError("Only logged runs can be deleted.");
    await logged.delete(body.project_id, id);
    return {};
  };
}
