import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral } from "nuqs";
import { firstRunColumns, runColumnIds } from "@/app/(dashboard)/[workspace]/evaluations/list/run-column-ids";
import { rowChoiceParams } from "@/components/evaluation/rows/row-choice-params";
import { runGroupings } from "@/lib/evaluation/runs/run-groups";

/** All state that changes what the list shows is in the address. */
export const evaluationsParams = {
  q: parseAsString.withDefault(""),
  sel: parseAsArrayOf(parseAsString).withDefault([]),
  group: parseAsStringLiteral(runGroupings).withDefault("dataset"),
  /** The rows that figures and the curve count. */
  ...rowChoiceParams,
  cols: parseAsArrayOf(parseAsStringLiteral(runColumnIds)).withDefault([...firstRunColumns]),
  /** The curve above the list: whether it is shown, its score and dataset, and its horizontal axis. */
  curve: parseAsBoolean.withDefault(true),
  score: parseAsString,
  dataset: parseAsString,
  over: parseAsStringLiteral(["step", "time"]),
};
