import { listProviderModels } from "@/service/completion/list-models";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

/** Requests the models with the stored key: a provider that answers has accepted it. */
export const testProvider: Handler<"providers.test"> = async ({ body }, { providers, signal }) => {
  const provider = providers.providers.find(({ name }) => name === body.name);
  if (!provider) throw new NotFoundError(`No provider named ${body.name}.`);
  if (provider.keyVariable !== null && provider.apiKey === null) {
    return { models: null, failure: `No key is set for ${provider.title}.` };
  }
  return { ...(await listProviderModels(provider, signal)) };
};
