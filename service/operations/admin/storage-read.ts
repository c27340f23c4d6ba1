import type { Handler } from "@/service/handlers/handler";
import { readDamagedParts } from "@/service/store/engine/damaged-parts";

/** Lists what the engine set aside as damaged: at this start or an earlier one, or since. */
export const readStorage: Handler<"storage.read"> = async (_input, { store }) => {
  const parts = await readDamagedParts(store);
  return { damaged: parts.map(({ table, partCount, bytes }) => ({ table, part_count: partCount, bytes })) };
};
