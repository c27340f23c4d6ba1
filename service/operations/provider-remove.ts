import type { ProviderSettings } from "@/service/completions/provider-settings";
import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { providerRecords } from "./provider-record";

export function removeProviderHandler(settings: ProviderSettings): Handler<"providers.remove"> {
  return async ({ body }) => {
    if (!(await settings.remove(body.name))) throw new NotFound(`The provider ${body.name} is not set here.`);
    return providerRecords(settings);
  };
}
