import type { InputOf } from "@/lib/api/contract/operations";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import { type Access, requireModel } from "@/service/training/jobs/training-access";
import { artifactAddress, readArtifactName } from "@/service/training/models/artifact-name";
import { findCheckpoint, newestCheckpoint } from "@/service/training/models/checkpoints";
import { findModelByName } from "@/service/training/models/trained-models";
import type { TrainingFolder } from "@/service/training/state/training-folder";
import type { TrainingState } from "@/service/training/state/training-state";
import type { CheckpointRequest } from "./checkpoint-request";

/** The sources of checkpoints. */
export interface CheckpointPlaces {
  readonly state: TrainingState;
  readonly folder: TrainingFolder;
}

/**
 * Finds the checkpoint that a chat completion names.
 *
 * @throws NotFoundError when there is no such model or checkpoint, or the key is limited to other projects
 */
export async function chatRequest(
  { state, folder }: CheckpointPlaces,
  request: InputOf<"chat.complete">["body"],
  access: Access,
): Promise<CheckpointRequest> {
  const named = readArtifactName(request.model);
  const namedModel = named && (await findModelByName(state, named));
  const model = namedModel && (await requireModel(state, namedModel.id, access));
  if (!named || !model) {
    throw new NotFoundError(
      `Model ${JSON.stringify(request.model.slice(0, 200))} not found. A checkpoint is named wandb-artifact:///entity/project/name:step3; models of providers are available at /completions/create.`,
    );
  }
  const checkpoint =
    named.step === null ? await newestCheckpoint(state, model.id) : await findCheckpoint(state, model.id, named.step);
  if (!checkpoint) {
    throw new NotFoundError(`The model ${model.name} has no checkpoint ${named.step ?? ""}`.trimEnd().concat("."));
  }
  const path = checkpoint.job_id === null ? null : await folder.localCheckpoint(checkpoint.id);
  return {
    baseModel: model.base_model,
    name: `${artifactAddress(model)}:step${checkpoint.step}`,
    checkpointId: checkpoint.id,
    path,
    request,
  };
}
