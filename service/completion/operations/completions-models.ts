import { readProviderList } from "@/service/completion/list-models";
import type { Provider } from "@/service/kernel/providers/provider";
import type { Handler } from "@/service/traces/handlers/handler";

/**
 * Lists the models of providers that have a key or need none, and the checkpoints of the key's projects, by the names
 * that requests take. A local server that does not run is left out; any other provider that fails is named.
 */
export const listAvailableModels: Handler<"completions.models"> = async (
  _input,
  { providers, identity, note, signal },
) => {
  const usable = providers
    .providersFor({ identity, note })
    .filter(({ apiKey, keyVariable }) => apiKey !== null || keyVariable === null);
  const lists = await Promise.all(
    usable.map(async (provider) => ({ provider, list: await readProviderList(provider, signal) })),
  );
  return {
    object: "list",
    data: lists.flatMap(({ provider, list }) =>
      (list.listed ?? []).map(({ id, created }) => ({
        id: nameOf(provider, id),
        object: "model" as const,
        ...(created === null ? {} : { created }),
        owned_by: provider.name,
      })),
    ),
    unavailable: lists.flatMap(({ provider, list }) =>
      list.failure === null || provider.isLocal ? [] : [{ owned_by: provider.name, reason: list.failure }],
    ),
  };
};

/** Checkpoints have names of their own, which no prefix is put before. */
const nameOf = (provider: Provider, model: string): string => (provider.fetch ? model : `${provider.name}/${model}`);
