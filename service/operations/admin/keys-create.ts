import { createApiKey } from "@/service/access/api-keys";
import { keyRecordOf } from "@/service/access/key-record-of";
import type { Handler } from "@/service/handlers/handler";
import type { ServiceState } from "@/service/state/open-state";

/** The key belongs to the user that the dashboard acts for: everything it stores has their id. */
export function createKeyHandler(state: ServiceState): Handler<"keys.create"> {
  return async ({ body }, { identity }) => {
    const { key, ...made } = await createApiKey(state, {
      name: body.name,
      userId: identity.userId,
      projects: body.projects ?? null,
    });
    return { ...keyRecordOf(made), key };
  };
}
