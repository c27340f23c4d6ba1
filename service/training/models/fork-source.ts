import type { StoredCheckpoint, StoredModel, TrainingState } from "@/service/training/state/training-state";
import { findCheckpoint } from "./checkpoints";
import { findModel, projectOf } from "./trained-models";

/** The checkpoint that a model begins with, as requests name it. */
interface NamedCheckpoint {
  readonly model_id: string;
  readonly step: number;
}

/** A checkpoint that can be forked, or what is wrong with the member of the request. */
type ForkSource =
  | { readonly problem: null; readonly model: StoredModel; readonly checkpoint: StoredCheckpoint }
  | { readonly problem: string; readonly member: "model_id" | "step" };

/** Finds the checkpoint that a new model of a project is to begin with: a live one of the same project. */
export async function findForkSource(
  state: TrainingState,
  { model_id: modelId, step }: NamedCheckpoint,
  projectId: string,
): Promise<ForkSource> {
  const model = await findModel(state, modelId);
  if (!model || projectOf(model) !== projectId)
    return { problem: "This project has no such model", member: "model_id" };
  const checkpoint = await findCheckpoint(state, modelId, step);
  if (!checkpoint) return { problem: `${model.name} has no checkpoint at step ${step}`, member: "step" };
  return { problem: null, model, checkpoint };
}
