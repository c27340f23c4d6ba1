import type { Handler } from "@/service/traces/handlers/handler";
import { modelOfRun, requireClientModel } from "@/service/training/training-runs/reading/client-run";
import { loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Changes what people write about a run. */
export function updateTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.update"> {
  return async ({ body }, { identity }) => {
    await requireRun(runs, body.project_id, body.run_id);
    return await runs.profiles.update(body, identity.userId);
  };
}

/** @throws NotFoundError */
async function requireRun(runs: TrainingRuns, projectId: string, runId: string): Promise<void> {
  const loggedId = loggedIdOf(runId);
  const modelId = modelOfRun(runId);
  if (loggedId !== null) await runs.logged.find(projectId, loggedId);
  else if (modelId !== null) await requireClientModel(runs, projectId, modelId);
  else await runs.find(projectId, runId);
}
