import { ApiKeyError, createApiKey } from "@/service/kernel/access/api-keys";
import { keyRecordOf } from "@/service/kernel/access/key-record-of";
import { InvalidRequestError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handler } from "@/service/traces/handlers/handler";

/** The key belongs to the user that the dashboard acts for: everything it stores has their id. */
export function createKeyHandler(state: ServiceState): Handler<"keys.create"> {
  return async ({ body }, { identity }) => {
    try {
      const { key, ...made } = await createApiKey(state, {
        name: body.name,
        userId: identity.userId,
        projects: body.projects ?? null,
        scopes: body.scopes ?? null,
        expiresAt: body.expires_at ?? null,
      });
      return { ...keyRecordOf(made), key };
    } catch (error) {
      if (error instanceof ApiKeyError) throw new InvalidRequestError(error.message);
      throw error;
    }
  };
}
