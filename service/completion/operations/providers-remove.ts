import { providerRecords } from "@/service/completion/provider-record";
import type { ProviderSettings } from "@/service/completion/provider-settings";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

export function removeProviderHandler(settings: ProviderSettings): Handler<"providers.remove"> {
  return async ({ body }) => {
    if (!(await settings.remove(body.name)))
      throw new NotFoundError(`The provider ${body.name} is not configured here.`);
    return providerRecords(settings);
  };
}
