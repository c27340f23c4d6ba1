import { DEFAULT_ENTITY } from "@/service/access/identity";
import { requireProjectAccess } from "@/service/access/require-project-access";
import { ConflictError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { modelResponse } from "@/service/training/models/model-record-of";
import { createModel, findModelByName, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";

/** Registers a model. With `return_existing` doing it again gives the same one, whatever base model it names then. */
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
    throw new ConflictError(`There is a model ${entity}/${project}/${name} already.`);
  };
}
