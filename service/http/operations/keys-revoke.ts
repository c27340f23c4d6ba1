import { ApiKeyError, revokeApiKey } from "@/service/kernel/access/api-keys";
import { keyRecordOf } from "@/service/kernel/access/key-record-of";
import { NotFoundError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handler } from "@/service/traces/handlers/handler";

export function revokeKeyHandler(state: ServiceState): Handler<"keys.revoke"> {
  return async ({ body }) => {
    try {
      return keyRecordOf(await revokeApiKey(state, body.id));
    } catch (error) {
      if (error instanceof ApiKeyError) throw new NotFoundError(error.message);
      throw error;
    }
  };
}
