import { describeRun } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Begins no further trial of an evaluation. */
export function pauseEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.pause"> {
  return async ({ body }) => await describeRun(runs, await runs.pause(body.project_id, body.run_id));
}
