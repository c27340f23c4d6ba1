import type { Handler } from "@/service/http/handler";
import { listApiKeys } from "@/service/state/api-keys";
import type { ServiceState } from "@/service/state/open-state";
import { keyRecord } from "./key-record";

export function listKeysHandler(state: ServiceState): Handler<"keys.list"> {
  return async () => ({ keys: (await listApiKeys(state)).map(keyRecord) });
}
