import type { Handler } from "@/service/traces/handlers/handler";
import { removeOrphanCheckpoints } from "@/service/training/batches/remove-orphans";
import { requireModel } from "@/service/training/jobs/training-access";
import { deleteCheckpoints } from "@/service/training/models/checkpoints";
import type { Training } from "@/service/training/open-training";

/** Files that a running job reads are deleted when it has ended. */
export function deleteCheckpointsHandler(training: Training): Handler<"models.deleteCheckpoints"> {
  return async ({ params, body }, context) => {
    const { id } = await requireModel(training.state, params.model_id, context);
    const deleted = await deleteCheckpoints(training.state, id, body.steps);
    await removeOrphanCheckpoints(training);
    const notFound = [...new Set(body.steps)].filter((step) => !deleted.has(step));
    return { deleted_count: deleted.size, not_found_steps: notFound };
  };
}
