import { describeRun } from "@/service/evaluation/evaluation-runs/runner/describe-run";
import type { EvaluationRuns } from "@/service/evaluation/evaluation-runs/runner/evaluation-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Continues a paused evaluation. */
export function resumeEvaluationHandler(runs: EvaluationRuns): Handler<"evaluationRuns.resume"> {
  return async ({ body }, { identity }) => {
    const { project_id: projectId, run_id: id, ...limits } = body;
    return await describeRun(runs, await runs.resume(projectId, id, limits, identity));
  };
}
