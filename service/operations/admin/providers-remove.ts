import { providerRecords } from "@/service/completions/provider-record";
import type { ProviderSettings } from "@/service/completions/provider-settings";
import { NotFoundError } from "@/service/errors/service-errors";
import type { Handler } from "@/service/handlers/handler";

export function removeProviderHandler(settings: ProviderSettings): Handler<"providers.remove"> {
  return async ({ body }) => {
    if (!(await settings.remove(body.name)))
      throw new NotFoundError(`The provider ${body.name} is not configured here.`);
    return providerRecords(settings);
  };
}
