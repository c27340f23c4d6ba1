import type { Provider } from "./provider";
import { providerClient, providerFailureOf } from "./provider-client";

/** A local server that is there answers at once; a remote one gets a little longer. */
const LOCAL_TIMEOUT_MS = 500;
const REMOTE_TIMEOUT_MS = 4000;

/** What a provider answered when it was asked for its models. */
export interface ProviderModels {
  /** In the provider's order; null when it did not answer or has no list. */
  readonly models: string[] | null;
  /** Why there are none; holds no key. */
  readonly failure: string | null;
}

/** Asks once and briefly: a provider that is not there must not hold up a page. */
export async function listProviderModels(provider: Provider, signal: AbortSignal): Promise<ProviderModels> {
  const timeoutMs = provider.isLocal ? LOCAL_TIMEOUT_MS : REMOTE_TIMEOUT_MS;
  try {
    const client = providerClient(provider, { timeoutMs, moreTries: 0 });
    const page = await client.models.list({
      signal,
      ...(provider.apiVersion === null ? {} : { query: { "api-version": provider.apiVersion } }),
    });
    return { models: page.data.map(({ id }) => id), failure: null };
  } catch (error) {
    // Not there, not permitted, or without a list: that is what was asked.
    return { models: null, failure: providerFailureOf(error, provider, signal).message };
  }
}
