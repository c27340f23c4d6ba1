import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsSource } from "@/components/source/source-param";
import { parseAsSort } from "@/components/table/sort-param";
import { columnParams } from "@/components/table/use-column-params";
import { detailTabs } from "@/lib/calls/detail-tabs";
import type { Sort } from "@/lib/table/sort";

const DEFAULT_SORT: Sort = { field: "started_at", direction: "desc" };

/** Everything that changes the contents of the list is in the URL. */
export const tracesParams = {
  q: parseAsString.withDefault(""),
  /** Where the listed calls come from. A filter that names a source decides instead. */
  source: parseAsSource,
  grain: parseAsStringLiteral(["roots", "all"] as const).withDefault("roots"),
  /** Failed calls in groups in place of the list. */
  view: parseAsStringLiteral(["failures"] as const),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  /** Columns may also be paths into calls. */
  ...columnParams,
  /** Attribute paths whose values are listed as facets. */
  facets: parseAsArrayOf(parseAsString).withDefault([]),
  peek: parseAsString,
  /** The tab of the peek; defaults to the most informative one for the call. */
  tab: parseAsStringLiteral(detailTabs),
};
