import { createParser } from "nuqs";
import type { Sort } from "@/lib/table/sort";

/** A sort in the address: `-started_at` is largest first, `started_at` smallest first. */
export const parseAsSort = createParser<Sort>({
  parse: (text) => {
    const field = text.replace(/^-/, "");
    return field === "" ? null : { field, direction: text.startsWith("-") ? "desc" : "asc" };
  },
  serialize: ({ field, direction }) => `${direction === "desc" ? "-" : ""}${field}`,
  eq: (left, right) => left.field === right.field && left.direction === right.direction,
});
