import type { Handler } from "@/service/traces/handlers/handler";
import type { DamageRecords } from "@/service/traces/store/engine/damage-records";
import type { DiskReserve } from "@/service/traces/store/engine/disk-reserve";

/** Ready: the router exists only once the store is open. A disk that is full or fails does not make it unready, nor does damage, since reads go on. */
export function readHealthHandler(reserve: DiskReserve | null, damage: DamageRecords): Handler<"health"> {
  return async (_input, { calls }) => ({
    status: "ok",
    ...(reserve && { disk: await reserve.state() }),
    ...(calls.isFailing && { is_write_failing: true }),
    ...(damage.all.length > 0 && { is_damaged: true }),
  });
}
