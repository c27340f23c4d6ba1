import { z } from "zod";

/** Words that a list is searched for. */
export const searchWords = z.array(z.string().min(1).max(256)).max(20).nullish();
