import type { Handler } from "@/service/traces/handlers/handler";
import { listClientRuns } from "@/service/training/training-runs/reading/client-run";
import { reducedRewards } from "@/service/training/training-runs/reading/reduced-rewards";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Lists models that clients train by jobs of their own. */
export function listClientRunsHandler(runs: TrainingRuns): Handler<"trainingRuns.ofModels"> {
  return async ({ body }) => {
    const { project_id: projectId, model_id: modelId = null, limit, before = null } = body;
    const page = await listClientRuns(runs, projectId, { ...body, modelId, limit, before, words: body.words ?? [] });
    const most = body.max_rewards ?? null;
    const shown = page.runs.map((run) => ({ ...run, rewards: reducedRewards(run.rewards, most) }));
    return { ...page, runs: await runs.profiles.describe(projectId, shown) };
  };
}
