import type { EvaluationResultRow } from "@/lib/api/contract/evaluations/results";
import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { type Dictionary, isDictionary } from "@/lib/json/value/value-kind";

/** The column of examples that are not objects: a row of a table has columns. */
const ONLY_COLUMN = "input";

/** Rows of a new table, and the number of examples whose own row was deleted. */
export interface ExampleRows {
  readonly rows: readonly Dictionary[];
  readonly deletedCount: number;
}

/** Returns examples as rows of a table. Their numbers keep all digits, so that equal rows keep their digest. */
export function exampleRows(results: readonly EvaluationResultRow[]): ExampleRows {
  const rows = results.flatMap(({ example }): Dictionary[] => {
    if (example === null) return [];
    const value = parseJson(example);
    return [isDictionary(value) ? value : { [ONLY_COLUMN]: value }];
  });
  return { rows, deletedCount: results.length - rows.length };
}
