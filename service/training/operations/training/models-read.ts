import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { requireModel } from "@/service/training/jobs/training-access";
import { modelRecordOf } from "@/service/training/models/model-record-of";
import { readModel } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";

export function readModelHandler({ state }: Training): Handler<"models.read"> {
  return async ({ body }, context) => {
    const { id } = await requireModel(state, body.model_id, context);
    const model = await readModel(state, id);
    if (!model) throw new NotFoundError("The model was deleted in the meantime.");
    return modelRecordOf(model);
  };
}
