import { providerRecord } from "@/service/completion/provider-record";
import type { ProviderSettings } from "@/service/completion/provider-settings";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { Handler } from "@/service/traces/handlers/handler";

export function setProviderHandler(settings: ProviderSettings): Handler<"providers.set"> {
  return async ({ body }) => {
    await settings.save(body);
    const provider = settings.directory.providers.find(({ name }) => name === body.name);
    // Another request may have removed it in the meantime.
    if (!provider) throw new NotFoundError(`No provider named ${body.name}.`);
    return providerRecord(provider, settings);
  };
}
