import type { Handler } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { describeEvaluation } from "@/service/training/checkpoint-evaluations/describe-evaluations";
import { requireModel } from "@/service/training/jobs/training-access";

/** Evaluates existing checkpoints. */
export function startCheckpointEvaluationsHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.start"> {
  return async ({ body }, context) => {
    const { id } = await requireModel(evaluations.training.state, body.model_id, context);
    await evaluations.evaluate(id, body.steps ?? null, context.identity);
    return await describeEvaluation(evaluations, id);
  };
}
