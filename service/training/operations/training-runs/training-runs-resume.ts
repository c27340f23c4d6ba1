import type { Handler } from "@/service/traces/handlers/handler";
import { refuseClientRun } from "@/service/training/training-runs/reading/client-run";
import { describeNamedRun } from "@/service/training/training-runs/reading/describe-named-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Continues a paused run. */
export function resumeTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.resume"> {
  return async ({ body }, { identity }) => {
    const { project_id: projectId, run_id: id, ...limits } = body;
    refuseClientRun(id);
    return await describeNamedRun(runs, await runs.resume(projectId, id, limits, identity));
  };
}
