import { describeRun } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Lists evaluations, the newest first. */
export function listEvaluationRunsHandler(runs: EvaluationRuns): Handler<"evaluationRuns.list"> {
  return async ({ body }) => {
    const found = await runs.records.list(body.project_id, body.limit + 1, body.before ?? null);
    const shown = [];
    for (const run of found.slice(0, body.limit)) shown.push(await describeRun(runs, run));
    return { runs: shown, has_more: found.length > body.limit };
  };
}
