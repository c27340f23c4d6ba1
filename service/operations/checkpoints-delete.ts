import type { Handler } from "@/service/http/handler";
import { deleteCheckpoints } from "@/service/training/checkpoints";
import type { Training } from "@/service/training/open-training";
import { sweepCheckpoints } from "@/service/training/sweep";
import { requireModel } from "./training-access";

/** Files that a running job reads are removed when it has ended. */
export function deleteCheckpointsHandler(training: Training): Handler<"models.deleteCheckpoints"> {
  return async ({ params, body }, context) => {
    const { id } = await requireModel(training.state, params.model_id, context);
    const deleted = await deleteCheckpoints(training.state, id, body.steps);
    await sweepCheckpoints(training);
    const notFound = [...new Set(body.steps)].filter((step) => !deleted.has(step));
    return { deleted_count: deleted.size, not_found_steps: notFound };
  };
}
