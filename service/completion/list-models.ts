import type { Provider } from "@/service/kernel/providers/provider";
import { providerClient, providerFailureOf } from "./provider-client";

/** A running local server answers at once; a remote one gets a little longer. */
const LOCAL_TIMEOUT_MS = 500;
const REMOTE_TIMEOUT_MS = 4000;

interface ListedModel {
  readonly id: string;
  /** Seconds since 1970; null when the provider does not report it. */
  readonly created: number | null;
}

/** A provider's response to a request for its models. */
interface ProviderList {
  /** In the provider's order; null when it did not respond or has no list. */
  readonly listed: readonly ListedModel[] | null;
  /** Why the list is missing; contains no key. */
  readonly failure: string | null;
}

/** The names in a {@link ProviderList}. */
export interface ProviderModels extends Pick<ProviderList, "failure"> {
  readonly models: string[] | null;
}

/** Sends one request with a short timeout: an unreachable provider must not delay a page. */
export async function listProviderModels(provider: Provider, signal: AbortSignal): Promise<ProviderModels> {
  const { listed, failure } = await readProviderList(provider, signal);
  return { models: listed?.map(({ id }) => id) ?? null, failure };
}

/** Like {@link listProviderModels}, with the time of each model. */
export async function readProviderList(provider: Provider, signal: AbortSignal): Promise<ProviderList> {
  const timeoutMs = provider.isLocal ? LOCAL_TIMEOUT_MS : REMOTE_TIMEOUT_MS;
  try {
    const client = providerClient(provider, { timeoutMs, moreTries: 0 });
    const page = await client.models.list({
      signal,
      ...(provider.apiVersion === null ? {} : { query: { "api-version": provider.apiVersion } }),
    });
    const listed = page.data.map(({ id, created }) => ({ id, created: Number.isInteger(created) ? created : null }));
    return { listed, failure: null };
  } catch (error) {
    // Unreachable, unauthorized, or without a list: that is the answer.
    return { listed: null, failure: providerFailureOf(error, provider, signal).message };
  }
}
