import type { CheckpointEvaluations } from "@/service/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/checkpoint-evaluations/describe-evaluations";
import type { Handler } from "@/service/handlers/handler";
import { requireModel } from "@/service/training/jobs/training-access";

/** Returns the evaluation that is set on a model. */
export function readCheckpointEvaluationHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.read"> {
  return async ({ body }, context) => {
    const { id } = await requireModel(evaluations.training.state, body.model_id, context);
    return await describeEvaluation(evaluations, id);
  };
}
