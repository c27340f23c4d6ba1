import { providerRecords } from "@/service/completions/provider-record";
import type { ProviderSettings } from "@/service/completions/provider-settings";
import type { Handler } from "@/service/handlers/handler";

export function listProvidersHandler(settings: ProviderSettings): Handler<"providers.list"> {
  return async () => providerRecords(settings);
}
