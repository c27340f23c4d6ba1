import type { Provider } from "./provider";
import { failureOf, providerClient } from "./provider-client";

/** A local server that is there answers at once; a remote one gets a little longer. */
const LOCAL_PATIENCE_MS = 500;
const REMOTE_PATIENCE_MS = 4000;

/** What a provider answered when it was asked for its models. */
export interface ModelsAnswer {
  /** In the provider's order; null when it did not answer or has no list. */
  readonly models: string[] | null;
  /** Why there are none; holds no key. */
  readonly failure: string | null;
}

/** Asks once and briefly: a provider that is not there must not hold up a page. */
export async function askModels(provider: Provider, signal: AbortSignal): Promise<ModelsAnswer> {
  const timeoutMs = provider.isLocal ? LOCAL_PATIENCE_MS : REMOTE_PATIENCE_MS;
  try {
    const client = providerClient(provider, { timeoutMs, moreTries: 0 });
    const page = await client.models.list({
      signal,
      ...(provider.apiVersion === null ? {} : { query: { "api-version": provider.apiVersion } }),
    });
    return { models: page.data.map(({ id }) => id), failure: null };
  } catch (error) {
    // Not there, not permitted, or without a list: that is what was asked.
    return { models: null, failure: failureOf(error, provider, signal).message };
  }
}
