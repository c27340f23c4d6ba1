import { parseAsString } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import type { Sort } from "@/components/table/table-column";

export const DEFAULT_SORT: Sort = { field: "last_updated", direction: "desc" };

/** Everything that changes what the page shows stands in the address. */
export const threadsParams = {
  q: parseAsString.withDefault(""),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  thread: parseAsString,
  turn: parseAsString,
};
