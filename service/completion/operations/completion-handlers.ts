import { createCompletion } from "@/service/completion/operations/completions-create";
import { streamCompletion } from "@/service/completion/operations/completions-create-stream";
import { listAvailableModels } from "@/service/completion/operations/completions-models";
import { listProviders } from "@/service/completion/operations/completions-providers";
import { createResponse } from "@/service/completion/operations/completions-responses";
import { listProvidersHandler } from "@/service/completion/operations/providers-list";
import { removeProviderHandler } from "@/service/completion/operations/providers-remove";
import { setProviderHandler } from "@/service/completion/operations/providers-set";
import { testProvider } from "@/service/completion/operations/providers-test";
import type { ProviderSettings } from "@/service/completion/provider-settings";
import type { Handlers } from "@/service/traces/handlers/handlers";

/** The handlers of completions. */
export const completionHandlers = {
  "completions.create": createCompletion,
  "completions.createStream": streamCompletion,
  "completions.providers": listProviders,
  "completions.models": listAvailableModels,
  "completions.responses": createResponse,
} satisfies Partial<Handlers>;

/** The handlers of the providers' keys. */
export function providerHandlers(settings: ProviderSettings) {
  return {
    "providers.list": listProvidersHandler(settings),
    "providers.set": setProviderHandler(settings),
    "providers.remove": removeProviderHandler(settings),
    "providers.test": testProvider,
  } satisfies Partial<Handlers>;
}
