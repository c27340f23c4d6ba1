import type { Handler } from "@/service/handlers/handler";
import { readDamagedParts } from "@/service/store/engine/damaged-parts";

/** Lists the damaged parts that the engine set aside at any start, or since the last one. */
export const readStorage: Handler<"storage.read"> = async (_input, { store }) => {
  const parts = await readDamagedParts(store);
  return { damaged: parts.map(({ table, partCount, bytes }) => ({ table, part_count: partCount, bytes })) };
};
