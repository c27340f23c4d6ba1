import { DEFAULT_ENTITY } from "@/service/access/identity";
import { requireProjectAccess } from "@/service/access/require-project-access";
import { ConflictError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { modelResponse } from "@/service/training/models/model-record-of";
import { createModel, findModelByName, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";

/** Registers a model. With `return_existing`, an existing model is returned, whatever base model the request names. */
export function createModelHandler({ state }: Training): Handler<"models.create"> {
  return async ({ body }, { identity, note }) => {
    const { project, name, base_model: baseModel } = body;
    const entity = body.entity ?? DEFAULT_ENTITY;
    const projects = [projectOf({ entity, project })];
    note({ projects });
    requireProjectAccess(identity, projects);
    const created = await createModel(state, { entity, project, name, baseModel, userId: identity.userId });
    if (created) return modelResponse(created);
    const existing = body.return_existing ? await findModelByName(state, { entity, project, name }) : undefined;
    if (existing) return modelResponse(existing);
    throw new ConflictError(`The model ${entity}/${project}/${name} already exists.`);
  };
}
