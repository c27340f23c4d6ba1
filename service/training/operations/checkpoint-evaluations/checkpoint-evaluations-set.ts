import type { Handler } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/training/checkpoint-evaluations/describe-evaluations";
import { requireModel } from "@/service/training/jobs/training-access";

/** Sets the evaluation of a model's checkpoints. */
export function setCheckpointEvaluationHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.set"> {
  return async ({ body }, context) => {
    const model = await requireModel(evaluations.training.state, body.model_id, context);
    await evaluations.set(model, body.settings, context.identity, context.signal);
    return await describeEvaluation(evaluations, model.id);
  };
}
