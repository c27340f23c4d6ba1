import type { ResultOf } from "@/lib/api/contract/operations";
import type { StoredModel } from "@/service/training/state/training-state";
import type { ModelOverview } from "./trained-models";

/** A model as clients see it. It has no run in another service. */
export function modelResponse({ id, entity, project, name, base_model }: StoredModel): ResultOf<"models.create"> {
  return { id, entity, project, name, base_model, run_id: null };
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
  };
}
