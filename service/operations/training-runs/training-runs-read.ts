import type { Handler } from "@/service/handlers/handler";
import { describeClientRun, modelOfRun, requireClientModel } from "@/service/training-runs/reading/client-run";
import { describeTrainingRunInDetail } from "@/service/training-runs/reading/describe-run";
import { describeLoggedRunInDetail, loggedIdOf } from "@/service/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training-runs/runner/training-runs";

/** Returns a run with its iterations. */
export function readTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.read"> {
  return async ({ body }) => {
    const { project_id: projectId, run_id: runId, after_iteration: after } = body;
    const loggedId = loggedIdOf(runId);
    if (loggedId !== null)
      return await describeLoggedRunInDetail(runs.logged, await runs.logged.find(projectId, loggedId), after);
    const modelId = modelOfRun(runId);
    if (modelId === null) return await describeTrainingRunInDetail(runs, await runs.find(projectId, runId), after);
    return await describeClientRun(runs, await requireClientModel(runs, projectId, modelId), after);
  };
}
