import type { Handler } from "@/service/http/handler";
import { listBatches } from "@/service/training/batches";
import { parseMetrics } from "@/service/training/checkpoints";
import { listPage } from "@/service/training/list-page";
import type { Training } from "@/service/training/open-training";
import { requireModel } from "./training-access";

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
