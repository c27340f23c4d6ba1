import { DEFAULT_ENTITY } from "@/service/access/identity";
import { requireProjectAccess } from "@/service/access/require-project-access";
import { ConflictError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";
import { modelResponse } from "@/service/training/models/model-record-of";
import { createModel, findModelByName, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";

/** Says that the trainer of this service cannot train a base model; null where that is not known. */
function warningOf(trainer: Training["trainer"], baseModel: string): string | null {
  if (trainer === null) return "This service has no trainer: set HEDDLE_TRAINER. Jobs of this model will be rejected.";
  const { baseModels } = trainer;
  if (baseModels.length === 0 || baseModels.includes(baseModel)) return null;
  return `The trainer of this service cannot train ${baseModel}. It can train: ${baseModels.join(", ")}.`;
}

/** Registers a model. With `return_existing`, an existing model is returned, whatever base model the request names. */
export function createModelHandler({ state, trainer }: Training): Handler<"models.create"> {
  return async ({ body }, { identity, imports, note }) => {
    const { project, name, base_model: baseModel } = body;
    const entity = body.entity ?? DEFAULT_ENTITY;
    const projects = [projectOf({ entity, project })];
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    const created = await createModel(state, { entity, project, name, baseModel, userId: identity.userId });
    if (created) {
      const warning = warningOf(trainer, created.base_model);
      if (warning !== null) note({ reason: warning });
      return { ...modelResponse(created), warning };
    }
    const existing = body.return_existing ? await findModelByName(state, { entity, project, name }) : undefined;
    if (existing) return { ...modelResponse(existing), warning: warningOf(trainer, existing.base_model) };
    throw new ConflictError(`The model ${entity}/${project}/${name} already exists.`);
  };
}
