import type { TrainingRunSettings } from "@/lib/api/contract/training-runs/training-run-settings";
import { settingsError } from "@/service/evaluation/evaluation-runs/trials/run-rows";
import type { ProviderDirectory } from "@/service/kernel/providers/provider-directory";
import { RemoteFailure, RemoteService } from "./remote-service";

/** The settings of a model that a remote service trains. */
export type RemoteModel = Extract<TrainingRunSettings["model"], { readonly kind: "remote" }>;

/** Returns the service that trains a model. @throws Error when its provider was removed from the settings */
export function remoteServiceOf(
  { providers }: Pick<ProviderDirectory, "providers">,
  { provider: name }: Pick<RemoteModel, "provider">,
): RemoteService {
  const provider = providers.find((one) => one.name === name);
  if (!provider)
    throw new Error(`There is no provider ${name}: add it in the settings, with the address of the service.`);
  return new RemoteService(provider);
}

/** Identifies the model among all runs, so that two of them do not train it at once. */
export function remoteModelId({ provider, model_id: modelId }: RemoteModel): string {
  return `remote:${provider}:${modelId}`;
}

/** Returns the model as pages name it. */
export function remoteModelText({ provider, address }: RemoteModel): string {
  return `${address.split("/").at(-1)} on ${provider}`;
}

/**
 * Checks that the service of a model responds and accepts the credential. A model that does not exist is found by a
 * service that rejects its id.
 *
 * @throws ValidationError naming the member
 */
export async function checkRemoteModel(
  providers: ProviderDirectory,
  settings: Pick<TrainingRunSettings, "evaluation">,
  model: RemoteModel,
  signal: AbortSignal,
): Promise<void> {
  if (settings.evaluation)
    throw settingsError(["evaluation"], "Checkpoints of another service are not evaluated here: choose no evaluation");
  if (!providers.providers.some(({ name }) => name === model.provider))
    throw settingsError(["model", "provider"], `There is no provider ${model.provider}`);
  try {
    await remoteServiceOf(providers, model).newestCheckpoint(model.model_id, signal);
  } catch (error) {
    if (!(error instanceof RemoteFailure)) throw error;
    throw settingsError(["model", error.status === 404 ? "model_id" : "provider"], error.message);
  }
}
