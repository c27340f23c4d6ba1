import type { Handler } from "@/service/traces/handlers/handler";
import { listBatches } from "@/service/training/batches/batches";
import { requireModel } from "@/service/training/jobs/training-access";
import { parseMetrics } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";
import { listPage } from "@/service/training/state/list-page";

export function listBatchesHandler({ state }: Training): Handler<"trajectories.batches"> {
  return async ({ body }, context) => {
    const { id: modelId } = await requireModel(state, body.model_id, context);
    const { after, limit, order, kind = null, split = null, step = null } = body;
    const rows = await listBatches(state, { modelId, kind, split, step, after, limit, order });
    const items = rows.map(({ seq: _seq, blob: _blob, created_by: _by, metrics, ...row }) => ({
      ...row,
      metrics: parseMetrics(metrics),
    }));
    return listPage(items, limit);
  };
}
