import { estimateRun } from "@/service/evaluation/evaluation-runs/runner/estimate-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Checks settings, and estimates what they cost. */
export function estimateEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.estimate"> {
  return ({ body }, { identity, signal }) =>
    estimateRun(runs.services, body.project_id, body.settings, identity, signal);
}
