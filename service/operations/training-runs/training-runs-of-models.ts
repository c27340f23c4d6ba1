import type { Handler } from "@/service/handlers/handler";
import { listClientRuns } from "@/service/training-runs/reading/client-run";
import type { TrainingRuns } from "@/service/training-runs/runner/training-runs";

/** Lists models that clients train by jobs of their own. */
export function listClientRunsHandler(runs: TrainingRuns): Handler<"trainingRuns.ofModels"> {
  return async ({ body }) => {
    const { project_id: projectId, model_id: modelId = null, limit, before = null } = body;
    return await listClientRuns(runs, projectId, { modelId, limit, before });
  };
}
