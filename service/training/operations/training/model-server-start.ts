import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { modelServerRecord } from "@/service/training/chat/model-server-record";
import { requireModel } from "@/service/training/jobs/training-access";
import type { Training } from "@/service/training/open-training";

/** Checkpoints of the built-in trainer need no server, so that nothing is started for them. */
export function startModelServerHandler(training: Training): Handler<"modelServer.start"> {
  const { checkpointModels } = training;
  return async ({ body }, context) => {
    const model = await requireModel(training.state, body.model_id, context);
    const { base_model: baseModel } = model;
    if (!checkpointModels.canRun(baseModel)) throw new InvalidRequestError(checkpointModels.cannotRunText(baseModel));
    if (!checkpointModels.isBuiltIn(baseModel)) checkpointModels.servers?.start(baseModel);
    return modelServerRecord(training.checkpointModels, model, context.identity);
  };
}
