import type { Handler } from "@/service/traces/handlers/handler";
import { refuseClientRun } from "@/service/training/training-runs/reading/client-run";
import { describeNamedRun } from "@/service/training/training-runs/reading/describe-named-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Ends a run and cancels its job. */
export function stopTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.stop"> {
  return async ({ body }) => {
    refuseClientRun(body.run_id);
    return await describeNamedRun(runs, await runs.stop(body.project_id, body.run_id));
  };
}
