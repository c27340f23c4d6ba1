import { createParser, parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs";
import type { Sort } from "@/components/table/table-column";
import { detailTabs } from "@/components/trace/detail-tabs";

export const DEFAULT_SORT: Sort = { field: "started_at", direction: "desc" };

/** `-started_at` is newest first, `started_at` oldest first. */
const parseAsSort = createParser<Sort>({
  parse: (text) => {
    const field = text.replace(/^-/, "");
    return field === "" ? null : { field, direction: text.startsWith("-") ? "desc" : "asc" };
  },
  serialize: ({ field, direction }) => `${direction === "desc" ? "-" : ""}${field}`,
  eq: (left, right) => left.field === right.field && left.direction === right.direction,
});

/** Everything that changes what the list shows stands in the address. */
export const tracesParams = {
  q: parseAsString.withDefault(""),
  grain: parseAsStringLiteral(["roots", "all"] as const).withDefault("roots"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  cols: parseAsArrayOf(parseAsString),
  peek: parseAsString,
  tab: parseAsStringLiteral(detailTabs).withDefault("summary"),
};
