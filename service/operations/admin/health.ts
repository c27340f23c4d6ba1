import type { Handler } from "@/service/handlers/handler";
import type { DiskReserve } from "@/service/store/engine/disk-reserve";

/** Ready: the router exists only once the store is open. A full disk does not make it unready, since reads go on. */
export function readHealthHandler(reserve: DiskReserve | null): Handler<"health"> {
  return async () => ({ status: "ok", ...(reserve && { disk: await reserve.state() }) });
}
