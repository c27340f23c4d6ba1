import type { Handler } from "@/service/http/handler";
import { createApiKey } from "@/service/state/api-keys";
import type { ServiceState } from "@/service/state/open-state";
import { keyRecord } from "./key-record";

/** The key belongs to the person whom the dashboard acts for: what it stores bears their id. */
export function createKeyHandler(state: ServiceState): Handler<"keys.create"> {
  return async ({ body }, { identity }) => {
    const { key, ...made } = await createApiKey(state, {
      name: body.name,
      userId: identity.userId,
      projects: body.projects ?? null,
    });
    return { ...keyRecord(made), key };
  };
}
