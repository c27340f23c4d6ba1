import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { readArtifactName } from "@/service/training/artifact-name";
import { findCheckpoint, newestCheckpoint } from "@/service/training/checkpoints";
import { completionEvents } from "@/service/training/completion-events";
import { findModelByName } from "@/service/training/models";
import type { Training } from "@/service/training/open-training";
import { requireModel } from "./training-access";

/**
 * Answers from a checkpoint, by whatever can run its base model; without that it says so. A client that asked for a
 * stream gets the whole answer as events: an answer is only known to be text, and not a tool's call, at its end.
 */
export function completeChatHandler({ state, folder, checkpointModels }: Training): Handler<"chat.complete"> {
  return async ({ body }, context) => {
    const named = readArtifactName(body.model);
    const found = named && (await findModelByName(state, named));
    const model = found && (await requireModel(state, found.id, context));
    if (!named || !model) {
      throw new NotFound(
        `There is no model ${JSON.stringify(body.model.slice(0, 200))} here. A checkpoint is named wandb-artifact:///entity/project/name:step3; models of providers are asked at /completions/create.`,
      );
    }
    const checkpoint =
      named.step === null ? await newestCheckpoint(state, model.id) : await findCheckpoint(state, model.id, named.step);
    if (!checkpoint) {
      throw new NotFound(`The model ${model.name} has no checkpoint ${named.step ?? ""}`.trimEnd().concat("."));
    }
    const path = checkpoint.job_id === null ? null : folder.checkpoint(checkpoint.id);
    const { step } = checkpoint;
    const request = { baseModel: model.base_model, step, path, request: body };
    const completion = await checkpointModels.complete(request, context.signal);
    return body.stream === true
      ? completionEvents(completion, body.stream_options?.include_usage === true)
      : completion;
  };
}
