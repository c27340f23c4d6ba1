import type { Handler } from "@/service/traces/handlers/handler";
import { estimateTrainingRun } from "@/service/training/training-runs/runner/estimate-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Checks settings, and estimates what they take. */
export function estimateTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.estimate"> {
  return ({ body }, { identity, signal }) =>
    estimateTrainingRun(runs, body.project_id, body.settings, identity, signal);
}
