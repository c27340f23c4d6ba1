import { listApiKeys } from "@/service/kernel/access/api-keys";
import { keyRecordOf } from "@/service/kernel/access/key-record-of";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { Handler } from "@/service/traces/handlers/handler";

export function listKeysHandler(state: ServiceState): Handler<"keys.list"> {
  return async () => ({ keys: (await listApiKeys(state)).map(keyRecordOf) });
}
