import { createParser } from "nuqs";
import { parseSort, type Sort } from "@/lib/table/sort";

/** A sort in the address: `-started_at` is largest first, `started_at` smallest first. */
export const parseAsSort = createParser<Sort>({
  parse: parseSort,
  serialize: ({ field, direction }) => `${direction === "desc" ? "-" : ""}${field}`,
  eq: (left, right) => left.field === right.field && left.direction === right.direction,
});
