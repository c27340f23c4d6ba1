import type { Handler } from "@/service/traces/handlers/handler";
import { modelServerRecord } from "@/service/training/chat/model-server-record";
import { requireModel } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

export function readModelServerHandler(training: Training): Handler<"modelServer.read"> {
  return async ({ body }, context) => {
    const model = await requireModel(training.state, body.model_id, context);
    return modelServerRecord(training.checkpointModels, model, context.identity);
  };
}
