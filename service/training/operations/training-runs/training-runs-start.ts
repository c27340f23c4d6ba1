import type { Handler } from "@/service/traces/handlers/handler";
import { describeNamedRun } from "@/service/training/training-runs/reading/describe-named-run";
import type { TrainingRuns } from "@/service/training/training-runs/runner/training-runs";

/** Starts a run. Responds once it is stored. */
export function startTrainingRunHandler(runs: TrainingRuns): Handler<"trainingRuns.start"> {
  return async ({ body }, { identity, signal }) =>
    await describeNamedRun(runs, await runs.begin(body.project_id, body.settings, identity, signal));
}
