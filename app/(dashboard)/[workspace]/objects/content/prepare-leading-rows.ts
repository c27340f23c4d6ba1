import { isLosslessNumber } from "lossless-json";
import { valuePreview } from "@/app/(dashboard)/[workspace]/objects/versions/prepare-value-preview";
import type { TableRow } from "@/lib/api/contract/tables/tables";
import { isMembers } from "@/lib/json/value/members";

/** A few rows as a table, with columns in the order in which the rows use them. */
export interface LeadingRows {
  readonly columns: readonly string[];
  /** The number of columns that are not shown. */
  readonly moreColumns: number;
  readonly rows: readonly { readonly index: number; readonly cells: readonly LeadingCell[] }[];
}

interface LeadingCell {
  /** Null when the row has no such member. */
  readonly text: string | null;
  readonly isNumber: boolean;
}

/** The number of columns that fit side by side; the table page has all columns. */
const MAX_COLUMNS = 6;

const VALUE_COLUMN = "value";

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return isMembers(value) ? value : { [VALUE_COLUMN]: value };
}

function cellOf(members: Readonly<Record<string, unknown>>, column: string): LeadingCell {
  if (!Object.hasOwn(members, column)) return { text: null, isNumber: false };
  const value = members[column];
  return { text: valuePreview(value), isNumber: typeof value === "number" || isLosslessNumber(value) };
}

/** Arranges the first rows of a table. Rows that are not objects are in a single column. */
export function leadingRows(rows: readonly TableRow[]): LeadingRows {
  const values = rows.map(({ val }) => membersOf(val));
  const names = [...new Set(values.flatMap((members) => Object.keys(members)))];
  const columns = names.slice(0, MAX_COLUMNS);
  return {
    columns,
    moreColumns: names.length - columns.length,
    rows: values.map((members, at) => ({
      index: rows[at]?.original_index ?? at,
      cells: columns.map((column) => cellOf(members, column)),
    })),
  };
}
