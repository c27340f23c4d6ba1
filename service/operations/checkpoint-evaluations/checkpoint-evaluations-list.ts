import type { CheckpointEvaluations } from "@/service/checkpoint-evaluations/checkpoint-evaluations";
import { listEvaluations } from "@/service/checkpoint-evaluations/describe-evaluations";
import type { Handler } from "@/service/handlers/handler";

/** Returns the best checkpoint of each model with an evaluation. */
export function listCheckpointEvaluationsHandler(
  evaluations: CheckpointEvaluations,
): Handler<"checkpointEvaluations.list"> {
  return async ({ body }) => ({ models: await listEvaluations(evaluations, body.project_id, body.model_ids) });
}
