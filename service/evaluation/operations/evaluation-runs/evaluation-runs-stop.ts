import { describeRun } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Ends an evaluation and keeps its results. */
export function stopEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.stop"> {
  return async ({ body }) => await describeRun(runs, await runs.stop(body.project_id, body.run_id));
}
