import { parseAsArrayOf, parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs";
import { rowChoiceParams } from "@/components/evaluation/rows/row-choice-params";
import { parseAsSort } from "@/components/table/sort-param";
import { resultFilterNames } from "@/lib/api/contract/evaluations/evaluation-limits";

/** All state that changes what the page shows is in the address. The first run is the baseline. */
export const compareParams = {
  runs: parseAsArrayOf(parseAsString).withDefault([]),
  score: parseAsString,
  /** The run that worse and better mean; by default the second. */
  focus: parseAsString,
  show: parseAsStringLiteral(resultFilterNames).withDefault("all"),
  /** Members that examples are aligned by; by default their digest. */
  align: parseAsArrayOf(parseAsString),
  ...rowChoiceParams,
  /** Two slices side by side: the member, none for what models were trained on and held out, and two of its values. */
  by: parseAsString,
  left: parseAsString,
  right: parseAsString,
  row: parseAsString,
  trial: parseAsInteger.withDefault(1),
  /** Whether all examples are shown in a strip and a scatter above the table. */
  map: parseAsBoolean.withDefault(true),
  diff: parseAsBoolean.withDefault(true),
  /** Regressions first. */
  sort: parseAsSort.withDefault({ field: "change", direction: "asc" }),
};
