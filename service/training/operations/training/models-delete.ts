import type { Handler } from "@/service/traces/handlers/handler";
import { deleteModel } from "@/service/training/delete-model";
import { requireModel } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

export function deleteModelHandler(training: Training): Handler<"models.delete"> {
  return async ({ params }, context) => {
    const { id } = await requireModel(training.state, params.model_id, context);
    const deleted = await deleteModel(training, id, `The model was deleted by ${context.identity.name}.`);
    return { model_id: id, deleted_checkpoints: deleted, deleted_run: false };
  };
}
