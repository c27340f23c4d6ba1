import { Conflict } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { DEFAULT_ENTITY } from "@/service/http/identity";
import { permitProjects } from "@/service/http/permit-projects";
import { createModel, findModelByName, projectOf } from "@/service/training/models";
import type { Training } from "@/service/training/open-training";
import { modelAnswer } from "./model-record";

/** Registers a model. With `return_existing` doing it again gives the same one, whatever base model it names then. */
export function createModelHandler({ state }: Training): Handler<"models.create"> {
  return async ({ body }, { identity, note }) => {
    const { project, name, base_model: baseModel } = body;
    const entity = body.entity ?? DEFAULT_ENTITY;
    const projects = [projectOf({ entity, project })];
    note({ projects });
    permitProjects(identity, projects);
    const created = await createModel(state, { entity, project, name, baseModel, userId: identity.userId });
    if (created) return modelAnswer(created);
    const existing = body.return_existing ? await findModelByName(state, { entity, project, name }) : undefined;
    if (existing) return modelAnswer(existing);
    throw new Conflict(`There is a model ${entity}/${project}/${name} already.`);
  };
}
