import { describeRunInDetail } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Returns the progress of an evaluation. */
export function readEvaluationRunHandler(runs: EvaluationRuns): Handler<"evaluationRuns.read"> {
  return async ({ body }, { signal }) => {
    const run = await runs.find(body.project_id, body.run_id);
    const page = { limit: body.rows_limit, offset: body.rows_offset, scorer: body.scorer ?? null };
    return await describeRunInDetail(runs, run, page, signal);
  };
}
