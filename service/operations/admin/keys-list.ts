import { listApiKeys } from "@/service/access/api-keys";
import { keyRecordOf } from "@/service/access/key-record-of";
import type { Handler } from "@/service/handlers/handler";
import type { ServiceState } from "@/service/state/open-state";

export function listKeysHandler(state: ServiceState): Handler<"keys.list"> {
  return async () => ({ keys: (await listApiKeys(state)).map(keyRecordOf) });
}
