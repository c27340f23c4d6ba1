import type { z } from "zod";
import type { modelProvider } from "@/lib/api/contract/admin/model-providers";
import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

export type ModelProvider = z.infer<typeof modelProvider>;

const SOURCE_ORDER: Record<ModelProvider["source"], number> = { settings: 0, environment: 0, none: 1 };

/** Sorts configured providers first and local servers after remote ones; otherwise in the service's order. */
export function sortProviders(providers: readonly ModelProvider[]): readonly ModelProvider[] {
  return [...providers].sort(
    (left, right) =>
      SOURCE_ORDER[left.source] - SOURCE_ORDER[right.source] || Number(left.is_local) - Number(right.is_local),
  );
}

/** Describes a key without revealing it. */
export function providerKeyText({ key, source, api_key_name: variable }: ModelProvider): string {
  switch (key) {
    case "set":
      return source === "environment" ? `from ${variable ?? "the environment"}` : "stored";
    case "not-set":
      return "not set";
    case "not-needed":
      return "not needed";
    case "unreadable":
      return "cannot be read: enter it again";
  }
}

/** `3 of 13 configured`. */
export function providersCount(providers: readonly ModelProvider[]): string {
  const set = providers.filter(({ source }) => source !== "none").length;
  return `${set} of ${providers.length} configured`;
}

/** The form as filled in. A null secret keeps the stored one. */
export interface ProviderDraft {
  readonly name: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** `Name: value`, one per line. */
  readonly headers: string | null;
  readonly apiVersion: string;
}

export function providerDraftOf(provider: ModelProvider | null): ProviderDraft {
  const isStored = provider?.source === "settings";
  return {
    name: provider?.name ?? "",
    title: provider?.title ?? "",
    baseUrl: provider?.base_url ?? "",
    apiKey: isStored && provider.key === "set" ? null : "",
    headers: isStored && provider.extra_header_names.length > 0 ? null : "",
    apiVersion: provider?.api_version ?? "",
  };
}

/** True when the stored secrets can be kept: they are sent only to the origin they were entered for. */
export function canKeepSecrets(provider: ModelProvider | null, baseUrl: string): boolean {
  if (provider?.source !== "settings" || !URL.canParse(baseUrl)) return false;
  return new URL(provider.base_url).origin === new URL(baseUrl).origin;
}

/** Returns the headers of the lines, or the first invalid line. */
export function parseHeaders(
  text: string,
): { readonly headers: Record<string, string> } | { readonly badLine: string } {
  const headers: Record<string, string> = {};
  for (const line of text.split("\n").map((part) => part.trim())) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    if (colon < 1) return { badLine: line };
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { headers };
}

/** Returns the request of a form; kept secrets are omitted. */
export function setRequest(draft: ProviderDraft, provider: ModelProvider | null): AppRequestOf<"modelProviders.set"> {
  const keeps = canKeepSecrets(provider, draft.baseUrl);
  const parsed = draft.headers === null ? null : parseHeaders(draft.headers);
  return {
    name: draft.name,
    title: draft.title,
    base_url: draft.baseUrl,
    api_version: draft.apiVersion,
    ...(draft.apiKey === null && keeps ? {} : { api_key: draft.apiKey ?? "" }),
    ...(draft.headers === null && keeps ? {} : { extra_headers: parsed && "headers" in parsed ? parsed.headers : {} }),
  };
}
