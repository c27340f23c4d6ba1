import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import { previewRun } from "@/service/evaluation/evaluation-runs/runner/preview-run";
import type { Handler } from "@/service/traces/handlers/handler";

/** Runs models and scorers on the first three rows. */
export function previewEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.preview"> {
  return ({ body }, { identity, signal }) =>
    previewRun(runs.services, body.project_id, body.settings, identity, signal);
}
