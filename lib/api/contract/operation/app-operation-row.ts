import { z } from "zod";
import type { AppOperation } from "./app-operation";

export const nothing = z.strictObject({});
export const byId = z.strictObject({ id: z.string() });

/** Keeps a row's own types while checking its columns. */
export function appRow<const Row extends AppOperation>(columns: Row): Row {
  return columns;
}
