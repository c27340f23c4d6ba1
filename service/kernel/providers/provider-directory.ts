import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { BuiltInModelSource, CompletionAccess } from "./built-in-model-source";
import type { Provider, ProviderVariables } from "./provider";
import { type ReadyProvider, readyProviders } from "./ready-providers";
import type { StoredProvider } from "./stored-provider";

/** The provider of a request, and the model's name there. */
export interface ChosenModel {
  readonly provider: Provider;
  readonly model: string;
}

/** The model's provider is known, but its key is not set. The response names the variable, as clients expect. */
export class ProviderKeyMissingError extends InvalidRequestError {
  constructor(
    provider: Provider,
    readonly variable: string,
  ) {
    super(
      `No key is set for ${provider.title}. Enter it in the dashboard's settings, or set ${variable} in the environment of the service and start it again.`,
    );
  }

  override body(): Record<string, unknown> {
    return { ...super.body(), api_key: this.variable };
  }
}

/** The providers of this service: the built-in list combined with the settings, or else the environment. */
export class ProviderDirectory {
  readonly #variables: ProviderVariables;
  #providers: readonly Provider[] = [];
  #own: BuiltInModelSource | null = null;

  constructor(variables: ProviderVariables) {
    this.#variables = variables;
    this.settle([]);
  }

  /** The providers that are built in or configured. */
  get providers(): readonly Provider[] {
    return this.#providers;
  }

  /** These providers, and this service's own models as far as the sender may see them. */
  providersFor(access: CompletionAccess): readonly Provider[] {
    return this.#own === null ? this.#providers : [...this.#providers, this.#own.provider(access)];
  }

  /** Adds the models that this service runs itself. */
  serve(own: BuiltInModelSource): void {
    this.#own = own;
  }

  /** Applies the dashboard's settings: an entry replaces the environment's as a whole, not member by member. */
  settle(stored: readonly StoredProvider[]): void {
    const byName = new Map(stored.map((provider) => [provider.name, provider]));
    const known = readyProviders.map((ready) => {
      const own = byName.get(ready.name);
      return own ? storedProvider(own, ready) : providerOf(ready, this.#variables);
    });
    const names = new Set(readyProviders.map(({ name }) => name));
    const others = stored.filter(({ name }) => !names.has(name)).map((own) => storedProvider(own, null));
    this.#providers = [...known, ...others];
  }

  /** True when the environment configures a provider. */
  isInEnvironment(name: string): boolean {
    const ready = readyProviders.find((candidate) => candidate.name === name);
    return ready !== undefined && firstSet([...ready.keyVariables, ...ready.urlVariables], this.#variables) !== null;
  }

  /**
   * Finds the provider of a model: `custom::provider::model`, `provider/model`, or a name that only one provider uses.
   *
   * @returns null when no provider is known for it
   * @throws ProviderKeyMissingError
   */
  choose(name: string, access: CompletionAccess): ChosenModel | null {
    const providers = this.providersFor(access);
    const chosen = named(providers, name) ?? byModel(providers, name);
    if (!chosen) return null;
    const { provider } = chosen;
    if (provider.keyVariable !== null && provider.apiKey === null) {
      throw new ProviderKeyMissingError(provider, provider.keyVariable);
    }
    return chosen;
  }
}

function named(providers: readonly Provider[], name: string): ChosenModel | null {
  const [, custom, customModel, before, after] = /^custom::([^:]+)::(.+)$|^([^/]+)\/(.+)$/.exec(name) ?? [];
  const provider = providers.find((candidate) => candidate.name === (custom ?? before));
  const model = customModel ?? after;
  return provider && model ? { provider, model } : null;
}

function byModel(providers: readonly Provider[], model: string): ChosenModel | null {
  const provider = providers.find(({ models }) => models?.test(model));
  return provider ? { provider, model } : null;
}

function firstSet(names: readonly string[], variables: ProviderVariables): string | null {
  return names.map((name) => variables[name]?.trim()).find((value) => value !== undefined && value !== "") ?? null;
}

/** A different address than the provider's own is often a server without keys. */
function neededKey(ready: ReadyProvider, baseUrl: string): string | null {
  return baseUrl === ready.baseUrl ? (ready.keyVariables[0] ?? null) : null;
}

function providerOf(ready: ReadyProvider, variables: ProviderVariables): Provider {
  const { name, title, models, hasStreamOptions: takesStreamOptions, isLocal, keyVariables } = ready;
  const baseUrl = (firstSet(ready.urlVariables, variables) ?? ready.baseUrl).replace(/(?<!\/)\/+$/, "");
  return {
    name,
    title,
    baseUrl,
    models,
    hasStreamOptions: takesStreamOptions,
    isLocal,
    apiKey: firstSet(keyVariables, variables),
    keyVariable: neededKey(ready, baseUrl),
    extraHeaders: {},
    apiVersion: null,
  };
}

/** @param ready the built-in provider of that name; null when only the settings define it */
function storedProvider(stored: StoredProvider, ready: ReadyProvider | null): Provider {
  const { name, title, baseUrl, apiKey, extraHeaders, apiVersion } = stored;
  // A key may also be one of the headers.
  const isKeyElsewhere = Object.keys(extraHeaders).length > 0;
  return {
    name,
    title,
    baseUrl,
    apiKey,
    extraHeaders,
    apiVersion,
    keyVariable: ready && !isKeyElsewhere ? neededKey(ready, baseUrl) : null,
    models: ready?.models ?? null,
    hasStreamOptions: ready?.hasStreamOptions ?? true,
    isLocal: ready?.isLocal === true && baseUrl === ready.baseUrl,
  };
}
