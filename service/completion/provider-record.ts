import type { ResultOf } from "@/lib/api/contract/operations";
import type { Provider } from "@/service/kernel/providers/provider";
import { readyProviders } from "@/service/kernel/providers/ready-providers";
import type { ProviderSettings } from "./provider-settings";

type ProviderRecord = ResultOf<"providers.set">;

/** A provider with its wire names, without its key and the values of its headers. */
export function providerRecord(provider: Provider, settings: ProviderSettings): ProviderRecord {
  const { name, title, baseUrl, isLocal, extraHeaders, apiVersion } = provider;
  const stored = settings.find(name);
  const ready = readyProviders.find((candidate) => candidate.name === name);
  return {
    name,
    title,
    base_url: baseUrl,
    is_local: isLocal,
    source: stored ? "settings" : settings.directory.isInEnvironment(name) ? "environment" : "none",
    key: stored?.isUnreadable ? "unreadable" : keyState(provider),
    api_key_name: ready?.keyVariables[0] ?? null,
    extra_header_names: Object.keys(extraHeaders),
    api_version: apiVersion,
    updated_at: stored?.updatedAt ?? null,
  };
}

function keyState({ apiKey, keyVariable }: Provider): ProviderRecord["key"] {
  if (apiKey !== null) return "set";
  return keyVariable === null ? "not-needed" : "not-set";
}

export function providerRecords(settings: ProviderSettings): ResultOf<"providers.list"> {
  return { providers: settings.directory.providers.map((provider) => providerRecord(provider, settings)) };
}
