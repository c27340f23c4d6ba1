import { z } from "zod";
import { integer } from "@/lib/api/contract/scalars/scalars";

/** Maximum number of rows in the response; null or absent means no limit. A negative number is answered with 400. */
export const limit = integer.nullish();

/** Rows to skip; null or absent means none. */
export const offset = integer.nullish();

export const sortDirection = z.enum(["asc", "desc"]);

export const sortField = z.object({ field: z.string(), direction: sortDirection });

export const sortBy = z.array(sortField).nullish();
