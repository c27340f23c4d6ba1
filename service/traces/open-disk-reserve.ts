import type { Logger } from "pino";
import { RepeatedStep } from "@/service/kernel/concurrency/repeated-step";
import type { TracesEnvironment } from "@/service/traces/open-traces";
import { DiskReserve } from "@/service/traces/store/engine/disk-reserve";
import type { Store } from "@/service/traces/store/engine/store";

/** How often the disk is looked at: a full one is reported, and a freed one accepts writes again. */
const DISK_CHECK_MS = 2_000;

/** The engine keeps parts that it has rewritten for some minutes, and deletions would free nothing until then. */
export function freeEarly(store: Store, reserve: DiskReserve, log: Logger): void {
  reserve.onChange((isFull) => {
    const change = isFull ? "MODIFY SETTING old_parts_lifetime = 5" : "RESET SETTING old_parts_lifetime";
    store
      .command(`ALTER TABLE call_rows ${change}`)
      .catch((err: unknown) => log.warn({ err }, "the engine does not free space earlier"));
  });
}

/** A server's disk is another machine's. */
export async function openDiskReserve(
  { dataFolder, CLICKHOUSE_URL }: TracesEnvironment,
  log: Logger,
): Promise<DiskReserve | null> {
  if (CLICKHOUSE_URL !== undefined) return null;
  const reserve = await DiskReserve.open(dataFolder);
  reserve.onChange((isFull) => {
    if (isFull) log.error({ dataFolder }, "the disk is full: writes are refused, and its reserve was released");
    else log.info({ dataFolder }, "the disk has space again: writes are accepted");
  });
  return reserve;
}

/** Looks at the disk from time to time. */
export function diskChecks(reserve: DiskReserve, log: Logger): RepeatedStep {
  return new RepeatedStep(
    () => reserve.check(),
    DISK_CHECK_MS,
    (err) => log.warn({ err }, "the space of the disk could not be checked"),
  );
}
