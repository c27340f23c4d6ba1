import { MAX_RUNS_PER_PAGE } from "@/lib/api/contract/evaluations/evaluation-limits";
import { listRuns } from "@/service/evaluation/evaluations/list-runs";
import type { Handler } from "@/service/traces/handlers/handler";

/** Lists the runs of evaluations, newest first. */
export const queryEvaluations: Handler<"evaluations.query"> = async ({ body }, services) => {
  const page = {
    ids: body.run_ids ?? null,
    limit: body.limit ?? MAX_RUNS_PER_PAGE,
    offset: body.offset ?? 0,
    hasProgress: true,
  };
  const { runs, totalCount } = await listRuns(services, body.project_id, page);
  return { runs: runs.map(({ run }) => run), total_count: totalCount };
};
