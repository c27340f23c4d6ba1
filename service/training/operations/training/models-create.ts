import type { InputOf } from "@/lib/api/contract/operations";
import { DEFAULT_ENTITY } from "@/service/kernel/access/identity";
import { requireProjectAccess } from "@/service/kernel/access/require-project-access";
import { ConflictError, ValidationError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";
import { forkModel } from "@/service/training/models/fork-model";
import { findForkSource } from "@/service/training/models/fork-source";
import { modelResponse } from "@/service/training/models/model-record-of";
import { createModel, findModelByName, type NewModel, projectOf } from "@/service/training/models/trained-models";
import type { Training } from "@/service/training/open-training";
import type { StoredModel } from "@/service/training/state/training-state";

type Body = InputOf<"models.create">["body"];

/** Says that the trainer of this service cannot train a base model; null where that is not known. */
function warningOf(trainer: Training["trainer"], baseModel: string): string | null {
  if (trainer === null) return "This service has no trainer: set HEDDLE_TRAINER. Jobs of this model will be rejected.";
  const { baseModels } = trainer;
  if (baseModels.length === 0 || baseModels.includes(baseModel)) return null;
  return `The trainer of this service cannot train ${baseModel}. It can train: ${baseModels.join(", ")}.`;
}

/** Registers a model, or a copy of a checkpoint as one. With `return_existing`, an existing model is returned, whatever base model the request names. */
export function createModelHandler(training: Training): Handler<"models.create"> {
  const { state, trainer } = training;
  return async ({ body }, { identity, imports, note }) => {
    const { project, name, base_model: baseModel } = body;
    const entity = body.entity ?? DEFAULT_ENTITY;
    const projects = [projectOf({ entity, project })];
    note({ projects });
    requireProjectAccess(identity, projects);
    imports.requireWhole(projects);
    const model = { entity, project, name, baseModel, userId: identity.userId };
    const created = body.from ? await fork(training, body.from, model) : await createModel(state, model);
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

/** @throws ValidationError for a checkpoint that the project does not have, or another base model than its own */
async function fork(training: Training, from: NonNullable<Body["from"]>, model: NewModel): Promise<StoredModel | null> {
  const source = await findForkSource(training.state, from, projectOf(model));
  if (source.problem !== null) throw memberError(["from", source.member], source.problem);
  const { base_model: base } = source.model;
  if (base !== model.baseModel) throw memberError(["base_model"], `That of the checkpoint is ${base}`);
  return await forkModel(training, source.checkpoint, model);
}

const memberError = (path: readonly string[], msg: string) =>
  new ValidationError([{ loc: ["body", ...path], msg, type: "value_error" }]);
