import type { ResultOf } from "@/lib/api/contract/operations";
import type { StoredModel } from "@/service/training/state/training-state";
import type { ModelOverview } from "./trained-models";

/** A model as clients know it. No run of another service belongs to it. */
export function modelResponse({ id, entity, project, name, base_model }: StoredModel): ResultOf<"models.create"> {
  return { id, entity, project, name, base_model, run_id: null };
}

/** A model with what the dashboard's pages show of it. */
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
  };
}
