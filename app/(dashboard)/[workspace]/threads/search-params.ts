import { parseAsInteger, parseAsString } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import type { Sort } from "@/components/table/table-column";

export const DEFAULT_SORT: Sort = { field: "last_updated", direction: "desc" };

/** Everything that changes what the page shows stands in the address. */
export const threadsParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  /** Threads that are skipped before the first. */
  offset: parseAsInteger.withDefault(0),
  /** Threads at most; all of them when absent. */
  limit: parseAsInteger,
  thread: parseAsString,
  turn: parseAsString,
};
