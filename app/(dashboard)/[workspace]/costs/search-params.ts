import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import type { Sort } from "@/components/table/table-column";
import { priceUnits } from "./prepare-price";

export const DEFAULT_SORT: Sort = { field: "llm_id", direction: "asc" };
export const DEFAULT_LIMIT = 200;

/** Everything that changes what the page shows stands in the address. */
export const costsParams = {
  /** Words in the name of a model or a provider. */
  q: parseAsString.withDefault(""),
  models: parseAsArrayOf(parseAsString).withDefault([]),
  providers: parseAsArrayOf(parseAsString).withDefault([]),
  superseded: parseAsStringLiteral(["shown", "hidden"] as const).withDefault("shown"),
  sort: parseAsSort.withDefault(DEFAULT_SORT),
  cols: parseAsArrayOf(parseAsString),
  limit: parseAsInteger.withDefault(DEFAULT_LIMIT),
  offset: parseAsInteger.withDefault(0),
  per: parseAsStringLiteral(priceUnits).withDefault("1M"),
  /** The record that is selected, by its id. */
  sel: parseAsString,
  /** What has most of the right side. */
  chart: parseAsStringLiteral(["map", "history"] as const).withDefault("map"),
  /** The form for a new price is open. */
  new: parseAsBoolean.withDefault(false),
};
