import { type inferParserType, parseAsBoolean, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { comparisons } from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { parseAsSort } from "@/components/table/sort-param";
import { DEFAULT_SOURCE_CHOICE, sourceChoices } from "@/lib/calls/source-choice";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "calls", direction: "desc" };

/** Everything that changes what the overview shows is in the URL. */
export const overviewParams = {
  q: parseAsString.withDefault(""),
  roots: parseAsBoolean.withDefault(false),
  /** Where the counted calls come from. */
  from: parseAsStringLiteral(sourceChoices).withDefault(DEFAULT_SOURCE_CHOICE),
  vs: parseAsStringLiteral(comparisons).withDefault("previous"),
  by: parseAsString.withDefault("op"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  op: parseAsString.withDefault(""),
  /** Filters whose counts are compared when a service can only count. */
  compare: parseAsNativeArrayOf(parseAsString),
};

export type OverviewParams = inferParserType<typeof overviewParams>;
