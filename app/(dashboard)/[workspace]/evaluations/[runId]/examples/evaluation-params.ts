import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { parseAsSort } from "@/components/table/sort-param";
import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";
import { rowParts } from "@/lib/api/contract/evaluations/row-parts";

/** All state that changes what the page shows is in the address. */
export const evaluationParams = {
  score: parseAsString,
  show: parseAsStringLiteral(resultFilterNames).withDefault("all"),
  passes: parseAsInteger,
  /** The rows that count: held out, trained on, or all. */
  rows: parseAsStringLiteral(rowParts).withDefault("held_out"),
  slice: parseAsString,
  value: parseAsString,
  /** The second slice, beside the first. */
  slice2: parseAsString,
  value2: parseAsString,
  q: parseAsString.withDefault(""),
  row: parseAsString,
  trial: parseAsInteger.withDefault(1),
  sort: parseAsSort.withDefault({ field: "position", direction: "asc" }),
};

/** Examples of all values. */
export const NO_SLICES = { slice: null, value: null, slice2: null, value2: null } as const;
