import { parseAsBoolean, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { comparisons } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { parseAsSource } from "@/components/source/source-param";
import { parseAsSort } from "@/components/table/sort-param";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "calls", direction: "desc" };

/** Everything that changes what the overview shows is in the URL. */
export const overviewParams = {
  q: parseAsString.withDefault(""),
  roots: parseAsBoolean.withDefault(false),
  /** Where the counted calls come from. */
  source: parseAsSource,
  /** Of addresses and saved views of earlier versions, which counted all calls with it. */
  playground: parseAsBoolean.withDefault(false),
  vs: parseAsStringLiteral(comparisons).withDefault("previous"),
  by: parseAsString.withDefault("op"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  op: parseAsString.withDefault(""),
  /** Filters whose counts are compared when a service can only count. */
  compare: parseAsNativeArrayOf(parseAsString),
};
