import { z } from "zod";

/** The members by which examples of several runs meet. */
export const alignBy = z
  .array(z.string().max(256))
  .max(20)
  .nullish()
  .describe("Align examples by these members instead of their digest.");
