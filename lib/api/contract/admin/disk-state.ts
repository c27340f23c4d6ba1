import { z } from "zod";

/**
 * The space of the disk that a service stores on: `low` below a tenth, `very-low` below a twentieth, `full` while writes are
 * refused.
 */
export const diskState = z.enum(["ok", "low", "very-low", "full"]);

export type DiskState = z.infer<typeof diskState>;
