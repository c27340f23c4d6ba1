import { NotFound } from "@/service/http/errors";
import type { Handler } from "@/service/http/handler";
import { ApiKeyError, revokeApiKey } from "@/service/state/api-keys";
import type { ServiceState } from "@/service/state/open-state";
import { keyRecord } from "./key-record";

export function revokeKeyHandler(state: ServiceState): Handler<"keys.revoke"> {
  return async ({ body }) => {
    try {
      return keyRecord(await revokeApiKey(state, body.id));
    } catch (error) {
      if (error instanceof ApiKeyError) throw new NotFound(error.message);
      throw error;
    }
  };
}
