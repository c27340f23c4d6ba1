import { providerRecords } from "@/service/completion/provider-record";
import type { ProviderSettings } from "@/service/completion/provider-settings";
import type { Handler } from "@/service/traces/handlers/handler";

export function listProvidersHandler(settings: ProviderSettings): Handler<"providers.list"> {
  return async () => providerRecords(settings);
}
