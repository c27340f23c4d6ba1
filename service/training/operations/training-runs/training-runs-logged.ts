import type { Handler } from "@/service/traces/handlers/handler";
import { describeLoggedRun, loggedIdOf } from "@/service/training/training-runs/reading/logged-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Lists the runs that other programs log. */
export function listLoggedRunsHandler({ logged, profiles }: TrainingRuns): Handler<"trainingRuns.logged"> {
  return async ({ body }) => {
    const { project_id: projectId, limit, before = null } = body;
    // A logged run trains no model of the service.
    if (body.model_id != null) return { runs: [], has_more: false };
    const from = before === null ? null : loggedIdOf(before);
    const place = { ...body, limit: limit + 1, before: from, words: body.words ?? [] };
    const found = await logged.list(projectId, place);
    const shown = [];
    for (const run of found.slice(0, limit)) shown.push(await describeLoggedRun(logged, run, body.max_rewards ?? null));
    return { runs: await profiles.describe(projectId, shown), has_more: found.length > limit };
  };
}
