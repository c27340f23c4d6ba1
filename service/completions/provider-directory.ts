import { InvalidRequest } from "@/service/http/errors";
import type { Provider, ProviderVariables } from "./provider";
import { type ReadyProvider, readyProviders } from "./ready-providers";

/** Where a request goes, and what the model is called there. */
export interface ChosenModel {
  readonly provider: Provider;
  readonly model: string;
}

/** The model's provider is known, but its key is not set. The answer names the variable, as clients expect. */
export class ProviderKeyMissing extends InvalidRequest {
  constructor(
    provider: Provider,
    readonly variable: string,
  ) {
    super(`No key is set for ${provider.title}. Set ${variable} in the environment of the service and start it again.`);
  }

  override body(): Record<string, unknown> {
    return { ...super.body(), api_key: this.variable };
  }
}

/** The providers of this service: the known ones with what the environment says of them. */
export class ProviderDirectory {
  readonly providers: readonly Provider[];

  constructor(variables: ProviderVariables) {
    this.providers = readyProviders.map((ready) => providerOf(ready, variables));
  }

  /**
   * Finds the provider of a model: `custom::provider::model`, `provider/model`, or a name that one provider alone uses.
   *
   * @returns null when no provider is known for it
   * @throws ProviderKeyMissing
   */
  choose(name: string): ChosenModel | null {
    const chosen = this.#named(name) ?? this.#byModel(name);
    if (!chosen) return null;
    const { provider } = chosen;
    if (provider.keyVariable !== null && provider.apiKey === null) {
      throw new ProviderKeyMissing(provider, provider.keyVariable);
    }
    return chosen;
  }

  #named(name: string): ChosenModel | null {
    const [, custom, customModel, before, after] = /^custom::([^:]+)::(.+)$|^([^/]+)\/(.+)$/.exec(name) ?? [];
    const provider = this.providers.find((candidate) => candidate.name === (custom ?? before));
    const model = customModel ?? after;
    return provider && model ? { provider, model } : null;
  }

  #byModel(model: string): ChosenModel | null {
    const provider = this.providers.find(({ models }) => models?.test(model));
    return provider ? { provider, model } : null;
  }
}

function firstSet(names: readonly string[], variables: ProviderVariables): string | null {
  return names.map((name) => variables[name]?.trim()).find((value) => value !== undefined && value !== "") ?? null;
}

function providerOf(ready: ReadyProvider, variables: ProviderVariables): Provider {
  const { name, title, models, takesStreamOptions, isLocal, keyVariables } = ready;
  const baseUrl = (firstSet(ready.urlVariables, variables) ?? ready.baseUrl).replace(/\/+$/, "");
  const apiKey = firstSet(keyVariables, variables);
  // Another address than the provider's own is often a server without keys.
  const isOwnAddress = baseUrl === ready.baseUrl;
  const keyVariable = isOwnAddress ? (keyVariables[0] ?? null) : null;
  return { name, title, baseUrl, apiKey, keyVariable, models, takesStreamOptions, isLocal };
}
