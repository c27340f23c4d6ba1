import type { Handler } from "@/service/traces/handlers/handler";
import { modelOfRun } from "@/service/training/training-runs/reading/client-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Lists the tags and groups of runs. */
export function listRunTagsHandler({ profiles, training }: TrainingRuns): Handler<"trainingRuns.tags"> {
  return async ({ body: { project_id: projectId } }) => {
    const deleted = await training.state
      .selectFrom("model")
      .select("id")
      .where("deleted_at", "is not", null)
      .where(({ eb, ref, val }) =>
        eb(eb(eb(ref("model.entity"), "||", val("/")), "||", ref("model.project")), "=", projectId),
      )
      .execute();
    const deletedIds = new Set(deleted.map(({ id }) => id));
    return await profiles.tags(projectId, (runId) => !deletedIds.has(modelOfRun(runId) ?? ""));
  };
}
