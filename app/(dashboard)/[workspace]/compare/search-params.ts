import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { pairTabs } from "@/app/(dashboard)/[workspace]/compare/pair/pair-tabs";

export const compareParams = {
  /** Ids of calls, or of threads when `threads` has any. */
  calls: parseAsArrayOf(parseAsString).withDefault([]),
  threads: parseAsArrayOf(parseAsString).withDefault([]),
  /** The side that the others are compared with; the first one when absent. */
  base: parseAsString,
  /** The side that is compared with the base in detail; the first other one when absent. */
  with: parseAsString,
  only: parseAsBoolean.withDefault(false),
  /** Whether wording differences count. */
  by: parseAsStringLiteral(["wording", "action"] as const).withDefault("wording"),
  /** The id of a call in the selected row, of any column. */
  sel: parseAsString,
  /** Depends on the row when absent. */
  tab: parseAsStringLiteral(pairTabs),
  as: parseAsStringLiteral(["json", "text"] as const).withDefault("json"),
  layout: parseAsStringLiteral(["split", "unified"] as const).withDefault("split"),
};
