import type { Handler } from "@/service/traces/handlers/handler";
import { describeTrainingRun } from "@/service/training/training-runs/reading/describe-run";
import { reducedRewards } from "@/service/training/training-runs/reading/reduced-rewards";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Lists the service's own runs, the newest first. */
export function listTrainingRunsHandler(runs: TrainingRuns): Handler<"trainingRuns.list"> {
  return async ({ body }) => {
    const { project_id: projectId, model_id: modelId = null, words, limit, before = null } = body;
    const place = { ...body, modelId, words: words ?? [], limit: limit + 1, before };
    const found = await runs.records.list(projectId, place);
    const shown = [];
    for (const run of found.slice(0, limit)) {
      const line = await describeTrainingRun(runs, run);
      shown.push({ ...line, rewards: reducedRewards(line.rewards, body.max_rewards ?? null) });
    }
    return { runs: await runs.profiles.describe(projectId, shown), has_more: found.length > limit };
  };
}
