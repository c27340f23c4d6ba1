import { defineOperation } from "@/lib/api/contract/operation/operation-row";
import {
  modelProvider,
  modelProviderByName,
  modelProviderSet,
  modelProvidersResult,
  modelProviderTest,
} from "./model-providers";

const EXAMPLE = {
  name: "openai",
  title: "OpenAI",
  base_url: "https://api.openai.com/v1",
  is_local: false,
  source: "settings" as const,
  key: "set" as const,
  api_key_name: "OPENAI_API_KEY",
  extra_header_names: [],
  api_version: null,
  updated_at: "2026-11-21T14:30:01.882Z",
};

/**
 * Model providers of the embedded service, for the dashboard of the same installation: no API key may set where prompts
 * are sent.
 */
export const providerOperations = {
  "providers.list": defineOperation({
    id: "providers.list",
    title: "Model providers",
    summary: "Lists providers and the sources of their settings, without keys. Dashboard only.",
    method: "GET",
    path: "/providers/list",
    auth: "basic",
    effect: "read",
    audience: "dashboard",
    body: { kind: "none" },
    result: { kind: "json", schema: modelProvidersResult },
    standing: "extension",
    gaps: ["completion-providers"],
    example: { result: { providers: [EXAMPLE] } },
  }),
  "providers.set": defineOperation({
    id: "providers.set",
    title: "Set a model provider",
    summary: "Stores a provider's address and its encrypted key, overriding the environment variables. Dashboard only.",
    path: "/providers/set",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: modelProviderSet },
    result: { kind: "json", schema: modelProvider },
    standing: "extension",
    gaps: ["completion-providers"],
    example: {
      body: { name: "openai", base_url: "https://api.openai.com/v1", api_key: "<key>" },
      result: EXAMPLE,
    },
  }),
  "providers.remove": defineOperation({
    id: "providers.remove",
    title: "Remove a model provider",
    summary:
      "Deletes the stored settings of a provider, so that the environment variables apply again. Dashboard only.",
    path: "/providers/remove",
    auth: "basic",
    effect: "write",
    audience: "dashboard",
    body: { kind: "json", schema: modelProviderByName },
    result: { kind: "json", schema: modelProvidersResult },
    standing: "extension",
    gaps: ["completion-providers"],
    example: { body: { name: "openai" }, result: { providers: [{ ...EXAMPLE, source: "none", key: "not-set" }] } },
  }),
  "providers.test": defineOperation({
    id: "providers.test",
    title: "Test a model provider",
    summary: "Requests the models of a provider. Dashboard only.",
    path: "/providers/test",
    auth: "basic",
    effect: "read",
    audience: "dashboard",
    body: { kind: "json", schema: modelProviderByName },
    result: { kind: "json", schema: modelProviderTest },
    standing: "extension",
    gaps: ["completion-providers"],
    example: { body: { name: "openai" }, result: { models: ["gpt-4o"], failure: null } },
  }),
};
