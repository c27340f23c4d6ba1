import type { BinaryColumn, RowValue } from "@/service/traces/store/engine/row-encoder";
import { USAGE_TYPE, usageEntries } from "@/service/traces/store/schema/usage-entries";
import { type CallRow, callColumns } from "./call-parts";
import { withShortDump } from "./short-dump";

/** The columns of `call_rows` that an insert names. The engine computes the others. */
export const writtenColumns: readonly BinaryColumn[] = [...callColumns, { name: "model_tokens", type: USAGE_TYPE }];

const SUMMARY_AT = callColumns.findIndex(({ name }) => name === "summary");

/** Returns the values of {@link writtenColumns} for a complete call. */
export function finishedRow(row: CallRow): readonly RowValue[] {
  const values = withShortDump(row);
  values.push(usageEntries(row[SUMMARY_AT] ?? ""));
  return values;
}

/** Returns them for a call of which a part is missing: its tokens count once it is complete. */
export const openRow = (row: CallRow): readonly RowValue[] => [...row, usageEntries(row[SUMMARY_AT] ?? "")];
