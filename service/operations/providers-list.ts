import type { ProviderSettings } from "@/service/completions/provider-settings";
import type { Handler } from "@/service/http/handler";
import { providerRecords } from "./provider-record";

export function listProvidersHandler(settings: ProviderSettings): Handler<"providers.list"> {
  return async () => providerRecords(settings);
}
