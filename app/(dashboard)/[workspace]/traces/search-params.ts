import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import { parseAsWidths } from "@/components/table/widths-param";
import { detailTabs } from "@/lib/calls/detail-tabs";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "started_at", direction: "desc" };

/** Everything that changes what the list shows stands in the address. */
export const tracesParams = {
  q: parseAsString.withDefault(""),
  grain: parseAsStringLiteral(["roots", "all"] as const).withDefault("roots"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  /** Shown columns in their order: names, and paths into calls. */
  cols: parseAsArrayOf(parseAsString),
  /** Columns that stay while others scroll. */
  pin: parseAsArrayOf(parseAsString).withDefault([]),
  w: parseAsWidths.withDefault({}),
  /** Attribute paths whose values the column of values lists. */
  facets: parseAsArrayOf(parseAsString).withDefault([]),
  peek: parseAsString,
  tab: parseAsStringLiteral(detailTabs).withDefault("summary"),
};
