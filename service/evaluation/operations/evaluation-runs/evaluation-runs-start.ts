import { describeRun } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Starts an evaluation. Responds once everything it needs is published. */
export function startEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.start"> {
  return async ({ body }, { identity, signal }) =>
    await describeRun(runs, await runs.begin(body.project_id, body.settings, identity, signal));
}
