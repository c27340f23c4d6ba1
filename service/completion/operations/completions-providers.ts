import type { ResultOf } from "@/lib/api/contract/operations";
import { listProviderModels } from "@/service/completion/list-models";
import type { Provider } from "@/service/kernel/providers/provider";
import type { Handler } from "@/service/traces/handlers/handler";

type ProviderAvailability = ResultOf<"completions.providers">["providers"][number];

async function providerAvailabilityOf(provider: Provider, signal: AbortSignal): Promise<ProviderAvailability> {
  const { name, title, baseUrl, apiKey, keyVariable, isLocal } = provider;
  const isUsable = apiKey !== null || keyVariable === null;
  const { models } = isUsable ? await listProviderModels(provider, signal) : { models: null };
  return {
    name,
    title,
    base_url: baseUrl,
    is_local: isLocal,
    api_key_name: keyVariable,
    is_usable: isUsable && (!isLocal || models !== null),
    models,
  };
}

/**
 * Lists the providers of completions, and the models of those that can be used. Keys are not included. The service's
 * own checkpoints are listed once there are any.
 */
export const listProviders: Handler<"completions.providers"> = async (
  _input,
  { providers, identity, note, signal },
) => {
  const known = providers.providersFor({ identity, note });
  const offers = await Promise.all(known.map((provider) => providerAvailabilityOf(provider, signal)));
  return {
    providers: offers.filter(({ models }, index) => !known[index]?.fetch || models?.length !== 0),
    takes_prompts: true,
  };
};
