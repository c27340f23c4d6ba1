import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { readModel } from "@/service/training/models";
import type { Training } from "@/service/training/open-training";
import { modelRecord } from "./model-record";
import { requireModel } from "./training-access";

export function readModelHandler({ state }: Training): Handler<"models.read"> {
  return async ({ body }, context) => {
    const { id } = await requireModel(state, body.model_id, context);
    const model = await readModel(state, id);
    if (!model) throw new NotFound("The model was deleted meanwhile.");
    return modelRecord(model);
  };
}
