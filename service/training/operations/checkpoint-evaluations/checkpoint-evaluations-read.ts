import type { Handler } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/training/checkpoint-evaluations/describe-evaluations";
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
