import type { Handler } from "@/service/traces/handlers/handler";
import { refuseClientRun } from "@/service/training/training-runs/reading/client-run";
import { describeNamedRun } from "@/service/training/training-runs/reading/describe-named-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Begins no further rollout and no further job. */
export function pauseTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.pause"> {
  return async ({ body }) => {
    refuseClientRun(body.run_id);
    return await describeNamedRun(runs, await runs.pause(body.project_id, body.run_id));
  };
}
