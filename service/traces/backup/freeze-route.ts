import { join } from "node:path";
import type { Handler } from "hono";
import { readKey } from "@/service/kernel/access/authenticate";
import { redeemPass } from "@/service/kernel/access/operator-pass";
import { ConflictError, NotSignedInError } from "@/service/kernel/errors/service-errors";
import type { Store } from "@/service/traces/store/engine/store";
import { freezeTraces, removeFrozen } from "./freeze-traces";

/** Freezes the traces for a command on this machine; not an operation of the interface. */
export const FREEZE_PATH = "/operator/freeze";

/**
 * Freezes the traces for a command that proves with a pass that it may write to the data folder: 401 without a valid
 * pass, 409 when the traces are not in the folder.
 *
 * @param storeAccepted resolves when all acknowledged calls are in the engine
 */
export function freezeRoute(store: Store, dataFolder: string, storeAccepted: () => Promise<void>): Handler {
  return async ({ req, json }) => {
    const pass = readKey(req.raw.headers);
    if (pass === null || !(await redeemPass(dataFolder, pass))) {
      throw new NotSignedInError("Only a command that may write to the data folder of this service may do this.");
    }
    if (store.kind === "server") throw new ConflictError("The traces are on a ClickHouse server; back them up there.");
    await removeFrozen(join(dataFolder, "traces"));
    await storeAccepted();
    return json({ name: await freezeTraces(store) });
  };
}
