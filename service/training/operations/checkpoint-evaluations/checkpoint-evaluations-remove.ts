import type { Handler } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { requireModel } from "@/service/training/jobs/training-access";

/** Removes the evaluation of a model's checkpoints. */
export function removeCheckpointEvaluationHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.remove"> {
  return async ({ body }, context) => {
    const { id } = await requireModel(evaluations.training.state, body.model_id, context);
    await evaluations.remove(id);
    return {};
  };
}
