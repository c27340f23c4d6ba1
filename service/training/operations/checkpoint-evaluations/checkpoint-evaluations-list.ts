import type { Handler } from "@/service/traces/handlers/handler";
import type { CheckpointEvaluations } from "@/service/training/checkpoint-evaluations/checkpoint-evaluations";
import { listEvaluations } from "@/service/training/checkpoint-evaluations/describe-evaluations";

/** Returns the best checkpoint of each model with an evaluation. */
export function listCheckpointEvaluationsHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.list"> {
  return async ({ body }) => ({ models: await listEvaluations(evaluations, body.project_id, body.model_ids) });
}
