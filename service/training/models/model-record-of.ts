import type { ResultOf } from "@/lib/api/contract/operations";
import type { StoredModel } from "@/service/training/state/training-state";
import type { ModelOverview } from "./trained-models";

/** A model as clients see it. It has no run in another service. */
export function modelResponse({ id, entity, project, name, base_model }: StoredModel): ResultOf<"models.create"> {
  return { id, entity, project, name, base_model, run_id: null };
}

type Forked = Pick<ModelOverview, "forked_model_id" | "forked_step" | "forked_name">;

/** The checkpoint that a model began with; null for one that began with its base model. */
export function forkOf({ forked_model_id: modelId, forked_step: step, forked_name: name }: Forked) {
  return modelId === null || step === null ? null : { model_id: modelId, name: name ?? modelId, step };
}

/** A model with the members that the dashboard's pages show. */
export function modelRecordOf(model: ModelOverview): ResultOf<"models.read"> {
  const { created_at, created_by, latest_step, checkpoint_count, job_count } = model;
  return {
    id: model.id,
    entity: model.entity,
    project: model.project,
    name: model.name,
    base_model: model.base_model,
    run_id: null,
    created_at,
    created_by,
    latest_step,
    checkpoint_count,
    job_count,
    forked_from: forkOf(model),
  };
}
