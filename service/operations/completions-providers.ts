import { askModels } from "@/service/completions/list-models";
import type { Handler } from "@/service/http/handler";

/** Names the providers that a completion can go to, and the models of those that can be asked. Keys are not told. */
export const listProviders: Handler<"completions.providers"> = async (_input, { providers, signal }) => ({
  providers: await Promise.all(
    providers.providers.map(async (provider) => {
      const { name, title, baseUrl, apiKey, keyVariable, isLocal } = provider;
      const isUsable = apiKey !== null || keyVariable === null;
      const { models } = isUsable ? await askModels(provider, signal) : { models: null };
      return {
        ...{ name, title, base_url: baseUrl, is_local: isLocal, api_key_name: keyVariable },
        is_usable: isUsable && (!isLocal || models !== null),
        models,
      };
    }),
  ),
});
