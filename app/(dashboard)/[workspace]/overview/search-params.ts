import { type inferParserType, parseAsBoolean, parseAsNativeArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import {
  comparisons,
  type OverviewRequest,
} from "@/app/(dashboard)/[workspace]/overview/question/prepare-overview-request";
import { parseAsSource } from "@/components/source/source-param";
import { parseAsSort } from "@/components/table/sort-param";
import type { TimeRange } from "@/lib/filter/time-range";
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

type OverviewParams = inferParserType<typeof overviewParams>;

type AskedParams = Pick<OverviewParams, "q" | "roots" | "source" | "playground" | "vs" | "by">;

/** The query of an address. */
export function requestOf(projectId: string, params: AskedParams, range: TimeRange): OverviewRequest {
  const { q, roots, source, playground, vs, by } = params;
  return {
    projectId,
    query: q,
    areRootsOnly: roots,
    source: playground ? "all" : source,
    range,
    comparison: vs,
    groupName: by,
  };
}
