import type { Handler } from "@/service/traces/handlers/handler";
import { requireModel } from "@/service/training/jobs/training-access";
import { listCheckpoints, parseMetrics } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";
import { listPage } from "@/service/training/state/list-page";

/** By step. */
export function listCheckpointsHandler({ state }: Training): Handler<"models.checkpoints"> {
  return async ({ params, query }, context) => {
    const { id: modelId } = await requireModel(state, params.model_id, context);
    const rows = await listCheckpoints(state, { modelId, ...query, after: query.after });
    const items = rows.map(({ id, step, metrics, created_at, job_id }) => ({
      id,
      step,
      metrics: parseMetrics(metrics),
      created_at,
      training_job_id: job_id,
    }));
    return listPage(items, query.limit);
  };
}
