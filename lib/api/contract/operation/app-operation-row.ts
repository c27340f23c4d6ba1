import { z } from "zod";
import type { AppOperation } from "./app-operation";

export const emptyInput = z.strictObject({});
export const byId = z.strictObject({ id: z.string() });

/** Returns a row with its own types while checking its columns. */
export function defineAppOperation<const Row extends AppOperation>(columns: Row): Row {
  return columns;
}
