import type { Handler } from "@/service/handlers/handler";
import type { DamageRecords } from "@/service/store/engine/damage-records";
import type { DiskReserve } from "@/service/store/engine/disk-reserve";

/** Ready: the router exists only once the store is open. A full disk or damage do not make it unready, since reads go on. */
export function readHealthHandler(reserve: DiskReserve | null, damage: DamageRecords): Handler<"health"> {
  return async () => ({
    status: "ok",
    ...(reserve && { disk: await reserve.state() }),
    ...(damage.all.length > 0 && { is_damaged: true }),
  });
}
